import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folder as delivered, fixtures } from '../../mapping/testkit/delivered.ts';
import { formats } from '../../mapping/testkit/kit.ts';
import { restrictToFolders } from '../../system/file-source.ts';
import type { DraftTools } from '../preview/preview-draft.ts';
import { type TrialQuestion, tryDraft } from './try-draft.ts';

const own = '/nowhere/own';
const name = 'order-to-exchange';
const folders = [own, delivered];
const tools: DraftTools = { folders, files: restrictToFolders([delivered]), formats };
const source = {
  key: 'full',
  path: 'document.xml',
  bytes: readFileSync(join(fixtures, `${name}.full`, 'document.xml')),
};

const draft = (lines: string, more: Partial<TrialQuestion> = {}): TrialQuestion => ({
  mappings: [name],
  edits: {
    [`${own}/${name}.yaml`]: Buffer.from(`mapping: ${name}\nextends: scsn-gateway/${name}\n${lines}`),
  },
  source,
  ...{ document: 0, context: {}, language: 'en' },
  ...more,
});

it('tries an edit that nobody has saved; question and answer go between threads', () => {
  const question = draft('target: { order: { description: { $text: edited } } }\n');
  const { answer, origins } = tryDraft(structuredClone(question), tools);
  expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
  expect(JSON.parse(answer.preview?.result.text ?? '')).toMatchObject({ order: { description: 'edited' } });
  expect(origins().find(({ target }) => target === 'order/description')).toMatchObject({
    rule: { file: `${own}/${name}.yaml`, line: 3, text: 'edited', constant: true },
  });
});

it('says what is wrong with an edit at its line, while it is typed', () => {
  const { answer } = tryDraft(draft('target: { order: { nothing: cbc:ID } }\n'), tools);
  expect(answer).toEqual({
    findings: [expect.objectContaining({ severity: 'error', line: 3 })],
    documents: 0,
  });
  expect(tryDraft(draft('target: {\n'), tools).answer).toEqual({
    findings: [expect.objectContaining({ severity: 'error' })],
    documents: 0,
  });
});

it('takes tables of the edit too', () => {
  const question = draft('');
  const table = 'erp,exchange\nC62,PCE\n';
  const edits = { ...question.edits, [`${own}/tables/units-to-exchange.add.csv`]: Buffer.from(table) };
  const { preview } = tryDraft({ ...question, edits }, tools).answer;
  expect(preview?.result.text).toContain('"PCE"');
});

it('leaves out what was delivered before, as production does', () => {
  const text = (context: TrialQuestion['context']) =>
    tryDraft(draft('', { context }), tools).answer.preview?.result.text ?? '';
  const linesOf = (json: string) => JSON.parse(json).lines.length;
  const changed = source.bytes.toString().replace('Deburr all edges.', 'Break all edges.');
  expect(linesOf(text({}))).toBeGreaterThan(
    linesOf(text({ previous: { ...source, bytes: Buffer.from(changed) } })),
  );
});

it('says why a document or context cannot be read, in the language of who asks', () => {
  const unreadable = (more: Partial<TrialQuestion>) => tryDraft(draft('', more), tools).answer.unreadable;
  const other = { ...source, path: 'a.xml', bytes: Buffer.from('<a/>') };
  expect(unreadable({ source: other })).toContain('a.xml');
  expect(unreadable({ language: 'nl', source: other })).toBe(
    'a.xml is van geen bekend type (a zonder namespace); order-to-exchange leest scsn/Order.',
  );
  expect(unreadable({ context: { text: '{ "evnt": 1 }' } })).toContain('evnt');
});
