import type { Language } from '../../types.ts';
import type { TrialEnd } from '../../workbench/trial/trial-reply.ts';

type Stopped = Exclude<TrialEnd, { readonly kind: 'superseded' }>;

interface EndText {
  /** What happened. */
  readonly text: string;
  /** What to do. */
  readonly advice: string;
}

/** Why a trial came to no answer, and what to do. */
export function renderTrialEnd(end: Stopped, language: Language): EndText {
  const isDutch = language === 'nl';
  if (end.kind === 'too-large')
    return isDutch
      ? {
          text: `De proef had meer dan ${end.megabytes} MB geheugen nodig en is gestopt.`,
          advice: 'Maak de tabel kleiner of kies een kleiner document. De gateway werkt ongestoord door.',
        }
      : {
          text: `The trial needed more than ${end.megabytes} MB of memory and was stopped.`,
          advice: 'Make the table smaller, or choose a smaller document. The gateway itself works on.',
        };
  const seconds = (end.milliseconds / 1000).toFixed(1).replace('.', isDutch ? ',' : '.');
  return isDutch
    ? {
        text: `De mapping was na ${seconds} s niet klaar en is gestopt.`,
        advice:
          'Zoek de expressie die te veel doorloopt, zoals // of een lus in een lus. De gateway werkt ongestoord door.',
      }
    : {
        text: `The mapping did not end within ${seconds} s and was stopped.`,
        advice:
          'Look for an expression that visits too much, such as // or a loop in a loop. The gateway itself works on.',
      };
}
