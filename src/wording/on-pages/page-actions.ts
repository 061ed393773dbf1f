import type { LocalizedText } from '../../findings/localized-text.ts';
import { readStoredFinding } from '../../findings/stored-findings.ts';
import type { Finding, Language } from '../../types.ts';

interface PageAction {
  /** What stands between backticks. */
  readonly command: RegExp;
  /** Takes its place in any sentence. */
  readonly button: LocalizedText;
}

/** Commands with a button that does the same. The names are those of `src/web/words`: a test holds them together. */
const pageActions: readonly PageAction[] = [
  {
    command: /^gateway journal retry ID --force$/,
    button: { en: '“Send it all the same”', nl: '“Toch versturen”' },
  },
  { command: /^gateway journal retry( ID)?$/, button: { en: '“Retry”', nl: '“Opnieuw proberen”' } },
  {
    command: /^gateway journal done ID( --line \S+)?$/,
    button: { en: '“Done in the portal”', nl: '“Gedaan in het portaal”' },
  },
  { command: /^gateway journal close ID --reason \S+$/, button: { en: '“Close”', nl: '“Afsluiten”' } },
  { command: /^gateway journal show ID --body$/, button: { en: '“Download”', nl: '“Downloaden”' } },
  {
    command: /^gateway journal resend ID --file \S+$/,
    button: { en: '“Edit and resend”', nl: '“Aanpassen en versturen”' },
  },
  {
    command: /^--as-another-order --reason \S+$/,
    button: {
      en: '“It is about another order, and is meant to be”',
      nl: '“Het gaat over een andere order, en dat is de bedoeling”',
    },
  },
];

/** A sentence of the gateway's own with the buttons for the commands in it. */
export const nameButtons = (text: string, language: Language): string =>
  text.replace(
    /`([^`\n]+)`/g,
    (whole, inner: string) =>
      pageActions.find(({ command }) => command.test(inner))?.button[language] ?? whole,
  );

/** A kept finding in the reader's language, with advice that can be followed on the pages. Its message holds values of documents. */
export function readFindingForPages(finding: Finding, language: Language): Finding {
  const read = readStoredFinding(finding, language);
  return { ...read, advice: nameButtons(read.advice, language) };
}
