import type { BulkState } from '../../journal/journal.ts';
import type { ChannelStanding } from '../../operator/browse/channel-rows.ts';
import type { Overview } from '../../operator/browse/overview.ts';
import type { Language } from '../../types.ts';

/** What the pages say of channels and of the whole. */
interface BrowseWords {
  /** Where one of several, or of many, is meant the number stands before it. */
  readonly channels: Readonly<Record<ChannelStanding, string>>;
  readonly bulk: Readonly<Record<BulkState, string>>;
  readonly answers: {
    readonly well: string;
    readonly nobody: string;
    needsAction(count: string, isOne: boolean): string;
    parked(count: string, isOne: boolean): string;
    refused(count: string, isOne: boolean): string;
    /** What goes on although something else is wrong. */
    waiting(count: string, isOne: boolean): string;
    today(count: string, isOne: boolean): string;
  };
}

const en: BrowseWords = {
  channels: {
    decide: 'to decide',
    refused: 'refused',
    'not-collected': 'not collected',
    troubled: 'needs a look',
    waiting: 'wait',
    well: 'OK',
  },
  bulk: {
    planned: 'being prepared',
    running: 'under way',
    stopping: 'is being stopped',
    done: 'done',
    stopped: 'stopped',
  },
  answers: {
    well: 'All is well.',
    nobody: 'Nobody has to do anything.',
    needsAction: (count, isOne) => (isOne ? '1 message needs action.' : `${count} messages need action.`),
    parked: (count, isOne) =>
      isOne ? '1 document needs a decision.' : `${count} documents need a decision.`,
    refused: (count, isOne) =>
      isOne
        ? '1 document was refused: fix it in the ERP and export it again.'
        : `${count} documents were refused: fix them in the ERP and export them again.`,
    waiting: (count, isOne) =>
      isOne
        ? '1 document waits; it is not lost and goes by itself.'
        : `${count} documents wait; nothing is lost, they go by themselves, in order.`,
    today: (count, isOne) => (isOne ? '1 document today.' : `${count} documents today.`),
  },
};

const nl: BrowseWords = {
  channels: {
    decide: 'te beslissen',
    refused: 'geweigerd',
    'not-collected': 'niet opgehaald',
    troubled: 'vraagt aandacht',
    waiting: 'wachten',
    well: 'in orde',
  },
  bulk: {
    planned: 'wordt voorbereid',
    running: 'bezig',
    stopping: 'wordt gestopt',
    done: 'klaar',
    stopped: 'gestopt',
  },
  answers: {
    well: 'Alles is in orde.',
    nobody: 'Niemand hoeft iets te doen.',
    needsAction: (count, isOne) => (isOne ? '1 bericht vraagt actie.' : `${count} berichten vragen actie.`),
    parked: (count, isOne) =>
      isOne ? 'Over 1 document moet worden beslist.' : `Over ${count} documenten moet worden beslist.`,
    refused: (count, isOne) =>
      isOne
        ? '1 document is geweigerd: herstel het in het ERP en exporteer het opnieuw.'
        : `${count} documenten zijn geweigerd: herstel ze in het ERP en exporteer ze opnieuw.`,
    waiting: (count, isOne) =>
      isOne
        ? '1 document wacht; het is niet verloren en gaat vanzelf.'
        : `${count} documenten wachten; er gaat niets verloren, ze gaan vanzelf, op volgorde.`,
    today: (count, isOne) => (isOne ? '1 document vandaag.' : `${count} documenten vandaag.`),
  },
};

const words: Readonly<Record<Language, BrowseWords>> = { en, nl };

/** `417 to decide`, `OK`. */
export function renderChannelStanding(
  { standing, count }: { readonly standing: ChannelStanding; readonly count: number },
  language: Language,
): string {
  const text = words[language].channels[standing];
  return count > 0 ? `${count.toLocaleString(language)} ${text}` : text;
}

export const renderBulkState = (state: BulkState, language: Language): string => words[language].bulk[state];

/** The first sentence of the overview, and those below it: that nobody has to act is said only where nothing needs anybody. */
export function renderOverviewAnswer(
  { answer, troubles, needsAction, waiting, today }: Overview,
  language: Language,
): { readonly title: string; readonly lines: readonly string[] } {
  const text = words[language].answers;
  const { parked, refused } = needsAction;
  const say = (count: number, render: (count: string, isOne: boolean) => string): readonly string[] =>
    count === 0 ? [] : [render(count.toLocaleString(language), count === 1)];
  const evidence = [
    ...say(parked.count, text.parked),
    ...say(refused.count, text.refused),
    ...say(waiting, text.waiting),
  ];
  if (answer === 'well')
    return { title: text.well, lines: [text.nobody, ...evidence, ...say(today.received, text.today)] };
  const [title = text.well] =
    answer === 'needs-action'
      ? say(parked.count + refused.count, text.needsAction)
      : troubles.slice(0, 1).map(({ what }) => what[language]);
  return { title, lines: evidence };
}
