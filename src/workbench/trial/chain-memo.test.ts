import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openFormats } from '../../formats/open-formats.ts';
import { CompileMemo } from '../../mapping/language/compile-memo.ts';
import { MappingMemo } from '../../mapping/mapping-memo.ts';
import { folder as delivered, fixtures } from '../../mapping/testkit/delivered.ts';
import { diskFiles } from '../../system/file-source.ts';
import { ChainMemo } from '../preview/chain-memo.ts';
import { type CheckedDocument, readCheckedDocuments } from '../preview/preview-document.ts';
import { type FinishedTrial, type TrialQuestion, tryDraft } from './try-draft.ts';

const own = '/nowhere/own';
const folders = [own, delivered];
const { formats, dispose } = openFormats({}, folders);
afterAll(dispose);

const chain = ['edifact-orders-to-order', 'complete-order', 'order-to-exchange'] as const;
const bytes = readFileSync(join(fixtures, `${chain[0]}.full`, 'document.edi'));
const other = Buffer.from(bytes.toString('latin1').replace('ACM-100', 'ACM-1009'), 'latin1');

const edit = (name: string, lines: string) => ({
  [join(own, `${name}.yaml`)]: Buffer.from(`mapping: ${name}\nextends: scsn-gateway/${name}\n${lines}`),
});
const described = (text: string) =>
  edit(chain[2], `target: { order: { description: { $text: ${text} } } }\n`);
const referenced = (text: string) =>
  edit(chain[0], `target: { cbc:CustomerReference: { $text: ${text} } }\n`);

const previous = { path: 'order.edi', bytes: other };
const askSent = edit(
  chain[2],
  `target: { order: { description: "if ($sent/at) then 'sent before' else 'first'" } }\n`,
);
const parkPrevious = `stop: [ { when: "some $one in .//* satisfies contains($one, 'ACM-1009')", as: parked, code: previous, say: f } ]\n`;

/** Edits, situations and documents one after the other, of which each has something in common with those before. */
const keys: readonly Partial<TrialQuestion>[] = [
  { edits: referenced('a') },
  {
    edits: edit(
      chain[0],
      'target: { cbc:CustomerReference: { $text: a } }\n# a remark, and the same result\n',
    ),
  },
  { edits: { ...referenced('a'), ...described('b') } },
  { edits: described('b') },
  { edits: described('c'), language: 'nl' },
  { edits: described('c'), source: { key: 'other', path: 'order.edi', bytes: other } },
  { edits: edit(chain[1], 'target: { cbc:Note: { $text: d } }\n') },
  { edits: edit(chain[1], 'target: { nothing: { $text: d } }\n') },
  { context: { text: '{"channel":{"companyId":"x"}}' }, edits: described('b') },
  { context: { previous }, edits: referenced('e') },
  // the first mapping makes the same of the document, and nothing of the one before it
  { context: { previous }, edits: { ...edit(chain[0], ''), ...askSent } },
  { context: { previous }, edits: { ...edit(chain[0], parkPrevious), ...askSent } },
  { edits: { [join(own, 'tables/units-to-exchange.add.csv')]: Buffer.from('erp,exchange\nPCE,KGM\n') } },
  { edits: {} },
];

const questionOf = (more: Partial<TrialQuestion>): TrialQuestion => ({
  ...{ mappings: chain, edits: {}, context: {}, language: 'en', document: 0 },
  source: { key: 'full', path: 'order.edi', bytes },
  ...more,
});

/** Whoever tries one edit after the other. */
function startTrials(): (question: TrialQuestion) => FinishedTrial {
  const [memo, known] = [new MappingMemo(new CompileMemo()), new ChainMemo()];
  const documents = new Map<string, readonly CheckedDocument[]>();
  return (question) =>
    tryDraft(
      question,
      { folders, files: diskFiles, formats, memo },
      {
        read: (mapping, { source, language }) => {
          const key = `${source.key} ${mapping.from} ${language}`;
          const read = documents.get(key) ?? readCheckedDocuments(mapping, source, formats, language);
          documents.set(key, read);
          return read;
        },
        memo: known,
      },
    );
}

const answerOf = ({ answer, origins }: FinishedTrial) => ({ answer, origins: origins() });

it('a key is answered the same whatever was typed before', () => {
  const alone = keys.map((key) => answerOf(startTrials()(questionOf(key))));
  // each of them changes something: nothing is the same because nothing is looked at
  expect(new Set(alone.map((one) => JSON.stringify(one))).size).toBeGreaterThan(keys.length - 3);
  const trial = startTrials();
  for (const order of [[...keys.keys()], shuffled(keys.length)])
    for (const n of order) expect(answerOf(trial(questionOf(keys[n] ?? {}))), `key ${n}`).toEqual(alone[n]);
});

/** The same each time: 5 has no divisor in common with the number of keys. */
const shuffled = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, n) => (n * 5 + 3) % count);
