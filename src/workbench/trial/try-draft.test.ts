import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folder as delivered, fixtures } from '../../mapping/testkit/delivered.ts';
import { formats } from '../../mapping/testkit/kit.ts';
import { restrictToFolders } from '../../system/file-source.ts';
import { type DraftQuestion, type DraftTools, previewDraft } from './preview-draft.ts';

const own = '/nowhere/own';
const name = 'order-to-exchange';
const folders = [own, delivered];
const tools: DraftTools = { folders, files: restrictToFolders([delivered]), formats };
const source = {
  path: 'document.xml',
  bytes: readFileSync(join(fixtures, `${name}.full`, 'document.xml')),
};

const draft = (lines: string, more: Partial<DraftQuestion> = {}): DraftQuestion => ({
  mappings: [name],
  edits: {
    [`${own}/${name}.yaml`]: Buffer.from(`mapping: ${name}\nextends: scsn-gateway/${name}\n${lines}`),
  },
  source,
  ...{ context: {}, language: 'en', withProvenance: true },
  ...more,
});

it('tries an edit that nobody has saved; question and answer go between threads', () => {
  const question = draft('target: { order: { description: { $text: edited } } }\n');
  const answer = previewDraft(structuredClone(question), tools);
  expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
  const [preview] = answer.previews ?? [];
  expect(JSON.parse(preview?.result.text ?? '')).toMatchObject({ order: { description: 'edited' } });
  expect(preview?.provenance?.find(({ target }) => target === 'order/description')).toMatchObject({
    rule: { file: `${own}/${name}.yaml`, line: 3, text: 'edited', constant: true },
  });
});

it('says what is wrong with an edit at its line, while it is typed', () => {
  const answer = previewDraft(draft('target: { order: { nothing: cbc:ID } }\n'), tools);
  expect(answer).toMatchObject({ findings: [{ severity: 'error', line: 3 }], previews: undefined });
  expect(previewDraft(draft('target: {\n'), tools)).toMatchObject({
    findings: [{ severity: 'error' }],
    previews: undefined,
  });
});

it('takes tables of the edit too', () => {
  const question = draft('');
  const table = 'erp,exchange\nC62,PCE\n';
  const edits = { ...question.edits, [`${own}/tables/units-to-exchange.add.csv`]: Buffer.from(table) };
  const [preview] = previewDraft({ ...question, edits }, tools).previews ?? [];
  expect(preview?.result.text).toContain('"PCE"');
});

it('leaves out what was delivered before, as production does', () => {
  const text = (context: DraftQuestion['context']) =>
    previewDraft(draft('', { context }), tools).previews?.[0]?.result.text ?? '';
  const linesOf = (json: string) => JSON.parse(json).lines.length;
  const changed = source.bytes.toString().replace('Deburr all edges.', 'Break all edges.');
  expect(linesOf(text({}))).toBeGreaterThan(
    linesOf(text({ previous: { ...source, bytes: Buffer.from(changed) } })),
  );
});

it('says why a document or context cannot be read', () => {
  expect(
    previewDraft(draft('', { source: { path: 'a.xml', bytes: Buffer.from('<a/>') } }), tools),
  ).toMatchObject({
    previews: undefined,
    unreadable: expect.stringContaining('a.xml'),
  });
  expect(
    previewDraft(draft('', { language: 'nl', source: { path: 'a.xml', bytes: Buffer.from('<a/>') } }), tools)
      .unreadable,
  ).toBe('a.xml is van geen bekend type (a zonder namespace); order-to-exchange leest scsn/Order.');
  expect(previewDraft(draft('', { context: { text: '{ "evnt": 1 }' } }), tools).unreadable).toContain('evnt');
});
