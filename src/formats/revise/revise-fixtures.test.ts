import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { packageFile } from '../../package.ts';
import { buildDescribedFormat } from '../described-format.ts';
import type { FieldCorrections } from '../infer/sample-corrections.ts';
import { reviseDescription } from './revise-description.ts';

/** Descriptions as they are delivered and tested elsewhere, each beside a file of its own. */

const folder = packageFile('src', 'formats', 'fixtures');
const sampleOf = (name: string) =>
  readdirSync(folder).find((file) => file.startsWith(name) && !file.endsWith('.yaml'));
const descriptions = readdirSync(folder)
  // what counts bytes of UTF-8 is not shown
  .filter((file) => file.endsWith('.yaml') && file !== 'acme-fixed-bytes.yaml')
  .map((file) => ({ file, sample: sampleOf(file.replace('.yaml', '')) ?? file }));

const revise = (text: string, bytes: Uint8Array, fields: FieldCorrections = {}) => {
  const revised = reviseDescription({ text, file: 'formats/acme.yaml', bytes, corrections: { fields } });
  if (revised.because !== undefined) throw new Error(revised.because.en);
  return revised;
};
const errorsOf = (text: string) =>
  buildDescribedFormat(text, `${folder}/${/^format: (.*)$/m.exec(text)?.[1]}.yaml`).findings.filter(
    ({ severity }) => severity === 'error',
  );

it.each(descriptions)(
  '$file: nothing is changed that nobody changes, and each name, type and column can be',
  ({ file, sample }) => {
    const text = readFileSync(`${folder}/${file}`, 'utf8');
    const bytes = readFileSync(`${folder}/${sample}`);
    const { text: same, proposal, syntax } = revise(text, bytes);
    expect(same).toBe(text);
    expect(proposal.fields.filter(({ state }) => state === undefined)).not.toEqual([]);
    for (const { id, name, state } of proposal.fields) {
      if (state !== undefined) continue;
      const typed = revise(text, bytes, { [id]: { type: 'text' } });
      expect(typed.proposal.fields.find((one) => one.id === id)?.type).toBe('text');
      expect(errorsOf(typed.text)).toEqual([]);
      expect(commentsOf(typed.text)).toEqual(commentsOf(text));
      if (syntax === 'xml') continue;
      const renamed = revise(text, bytes, { [id]: { name: 'anotherName' } });
      expect(renamed.moved).toMatchObject([{ from: name, to: 'anotherName' }]);
      expect(renamed.text.split('\n')).toHaveLength(text.split('\n').length);
      const unread = revise(text, bytes, { [id]: { isRead: false } });
      expect(unread.moved).toMatchObject([{ from: name }]);
      expect(commentsOf(unread.text)).toEqual(commentsOf(text));
    }
  },
);

const commentsOf = (text: string): readonly string[] =>
  [...text.matchAll(/(?:^|\s)(#[^\n]*)/g)].map(([, remark = '']) => remark);
