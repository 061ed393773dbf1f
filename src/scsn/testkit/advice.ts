/**
 * What becomes of broken documents whose findings are followed: `node src/scsn/testkit/advice.ts [SEEDS]` prints the share
 * that is accepted in the end, and what kept the others.
 */
import { sentenceValuesOf } from '../../findings/create-finding.ts';
import type { Finding } from '../../types.ts';
import { checkXml } from '../check-xml.ts';
import { type DocumentType, documentTypes } from '../document-types.ts';
import { delivered, fixture } from './documents.ts';
import { follow } from './follow.ts';
import { followText } from './follow-text.ts';
import { damaged, spoilt } from './mutants.ts';

export interface Ending {
  /** What was tried: document type, kind and seed. */
  readonly name: string;
  /** What was told at first. */
  readonly told: readonly Finding[];
  /** How many of these a program could follow. */
  readonly followed: number;
  /** worse, same: after a round there were more errors, or as many. person: what is left only a person can decide. */
  readonly end: 'accepted' | 'person' | 'same' | 'worse';
  /** What was told last. */
  readonly left: readonly Finding[];
}

/** Errors, each of those that are told once counted; what keeps a document from being read counts more than any. */
function weight(errors: readonly Finding[]): number {
  return errors.reduce((sum, error) => {
    const { code } = error;
    const { more: others } = sentenceValuesOf(error);
    const more = typeof others === 'object' ? Number(others.values.count) : 0;
    return sum + 1 + more + (/^xml-/.test(code) ? 2000 : /^root-/.test(code) ? 1000 : 0);
  }, 0);
}

/** Follows the findings of a document, and those of what comes of it, as long as that makes fewer. */
export function followed(name: string, text: string, document: DocumentType): Ending | undefined {
  const told = errorsOf(text, document);
  if (told.length === 0) return undefined;
  let left = told;
  let now = text;
  let count: number | undefined;
  for (;;) {
    const next = once(now, left, document);
    count ??= next.done;
    const errors = errorsOf(next.text, document);
    const ended = next.done === 0 ? 'person' : endOf(errors, left);
    if (ended !== undefined)
      return { name, told, followed: count, end: ended, left: next.done === 0 ? left : errors };
    [now, left] = [next.text, errors];
  }
}

function endOf(errors: readonly Finding[], before: readonly Finding[]): Ending['end'] | undefined {
  if (errors.length === 0) return 'accepted';
  if (weight(errors) === weight(before)) return 'same';
  return weight(errors) > weight(before) ? 'worse' : undefined;
}

/** The findings whose advice makes things worse when it alone is followed. */
export function worseAlone(text: string, document: DocumentType): readonly Finding[] {
  const errors = errorsOf(text, document);
  return errors.filter(
    (error) => weight(errorsOf(once(text, [error], document).text, document)) > weight(errors),
  );
}

function once(
  text: string,
  errors: readonly Finding[],
  document: DocumentType,
): { text: string; done: number } {
  const [first] = errors;
  const mended = first && followText(text, first);
  if (mended !== undefined) return { text: mended, done: 1 };
  const result = follow(text, errors, { model: delivered().model, document });
  return { text: result.text, done: result.done.length };
}

function errorsOf(text: string, document: DocumentType): readonly Finding[] {
  const options = { document, severities: {}, rules: false } as const;
  const { findings } = checkXml(Buffer.from(text), delivered(), options);
  return findings.filter(({ severity }) => severity === 'error');
}

/** A broken document of each type and kind of every seed. */
export function* brokenDocuments(
  seeds: number,
): Generator<[name: string, text: string, document: DocumentType]> {
  for (const document of documentTypes) {
    for (let seed = 0; seed < seeds; seed += 1) {
      yield [`${document} damaged ${seed}`, damaged(fixture(document), seed), document];
      if (document === 'scsn/Order')
        yield [`${document} spoilt ${seed}`, spoilt(fixture(document), seed), document];
    }
  }
}

/** How often each end, and what kept those documents that were not accepted. */
export function summary(endings: readonly Ending[]): string {
  const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;
  const count = (end: Ending['end']) => endings.filter((one) => one.end === end).length;
  const told = endings.reduce((sum, one) => sum + one.told.length, 0);
  const done = endings.reduce((sum, one) => sum + one.followed, 0);
  const kept = Map.groupBy(
    endings
      .filter(({ end }) => end !== 'accepted')
      .flatMap(({ end, left }) => left.map(({ code }) => `${end} ${code}`)),
    (line) => line,
  );
  return [
    `${endings.length} refused documents, ${told} errors; a program could follow ${done} (${percent(done, told)})`,
    `accepted in the end: ${count('accepted')} (${percent(count('accepted'), endings.length)})`,
    `left to a person: ${count('person')}; as many errors after a round: ${count('same')}; more: ${count('worse')}`,
    ...[...kept].map(([line, { length }]) => `  ${line}: ${length}`).sort(),
  ].join('\n');
}

if (import.meta.main) {
  const seeds = Number(process.argv[2] ?? 200);
  const endings = [...brokenDocuments(seeds)].flatMap((broken) => followed(...broken) ?? []);
  console.log(summary(endings));
  for (const { name, end, told, left } of endings) {
    if (end !== 'same' && end !== 'worse') continue;
    const lines = (title: string, found: readonly Finding[]) =>
      found.map(({ message, advice }) => `  ${title}: ${message} ${advice}`);
    console.log([`${name}: ${end}`, ...lines('told', told), ...lines('left', left)].join('\n'));
  }
}
