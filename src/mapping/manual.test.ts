import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diskFiles } from '../system/file-source.ts';
import { parseXmlTree } from '../tree/xml/parse-xml.ts';
import { ownFunctions } from '../tree/xpath/own-functions.ts';
import { renderCanonicalLines } from './compare/canonical-lines.ts';
import { readFixtureContext } from './fixtures/fixture-files.ts';
import { conversions } from './language/conversions.ts';
import { ruleKeys } from './language/rule-keys.ts';
import { parseMapping } from './load-mapping.ts';
import { folder } from './testkit/delivered.ts';
import { context, formats, load, made } from './testkit/kit.ts';

/** The examples of mappings/README.md give what stands there, and it names every key. */

const manual = readFileSync(new URL('../../mappings/README.md', import.meta.url), 'utf8');

const document = (() => {
  const { tree } = parseXmlTree(/```xml\n([\s\S]*?)```/.exec(manual)?.[1] ?? '');
  if (tree === undefined) throw new Error('The document of the manual cannot be read.');
  return tree;
})();

const examples = [...manual.matchAll(/```yaml\n([^`]+)```\n\n```json\n([^`]+)```/g)].map(
  ([, yaml = '', json = '']) => [yaml, json] as const,
);

describe('the manual of the language', () => {
  it.each(examples)('%s', (yaml, json) => {
    const { mapping, findings } = load(`target:\n${yaml.replace(/^/gm, '  ')}`);
    if (mapping === undefined) throw new Error(JSON.stringify(findings));
    const text = made(mapping, document, context);
    expect(renderCanonicalLines(text, 'made.json')).toEqual(renderCanonicalLines(json, 'said.json'));
  });

  it('has examples at all', () => expect(examples.length).toBeGreaterThanOrEqual(3));

  it.each(
    [...manual.matchAll(/```yaml\nmapping: (\S+)\n[^`]+```/g)].map(([block, name = '']) => [name, block]),
  )("shows a mapping of one's own over %s that is right", (name, block) => {
    const text = block.replace(/^```yaml\n|```$/g, '');
    const sources = { folders: ['/own', folder], files: diskFiles };
    const { findings } = parseMapping({ name, file: `/own/${name}.yaml`, text }, formats, sources);
    expect(findings).toEqual([]);
  });

  it('shows a context file that can be read', () => {
    const folder = mkdtempSync(join(tmpdir(), 'manual-'));
    const text = /```json\n(\{ "channel"[^`]+)```/.exec(manual)?.[1] ?? '';
    writeFileSync(join(folder, 'context.json'), text);
    expect(readFixtureContext(folder)).toMatchObject({
      event: 'OrderIssuedByBuyer',
      changes: { 20: 'changed' },
    });
    rmSync(folder, { recursive: true });
  });

  it('names every function and every key of a rule', () => {
    for (const { name } of ownFunctions) expect(manual).toContain(name);
    for (const key of ruleKeys) expect(manual).toContain(`\`${key}`);
  });

  it('names every conversion', () => {
    for (const conversion of conversions) expect(manual).toContain(conversion);
  });
});
