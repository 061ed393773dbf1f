import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openFormats } from '../../formats/open-formats.ts';
import { loadMapping } from '../../mapping/load-mapping.ts';
import { mappingFolders } from '../../pipeline/channel/mapping-folders.ts';
import { renderEditingHints, writeOwnMappings } from './demo-mappings.ts';

it('leaves a mapping that says nothing else, and says something once its # are gone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'demo-mappings-'));
  const { formats, dispose } = openFormats();
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
    dispose();
  });
  writeOwnMappings(folder);
  const path = join(folder, 'mappings/order-to-exchange.yaml');
  const loaded = () => loadMapping('order-to-exchange', mappingFolders(join(folder, 'mappings')), formats);
  const description = () => {
    const { mapping, findings } = loaded();
    expect(findings).toEqual([]);
    const order = mapping?.program.target.members.find(([name]) => name === 'order')?.[1];
    const rule =
      order?.kind === 'object' ? order.members.find(([name]) => name === 'description')?.[1] : undefined;
    return rule?.kind === 'leaf' && 'text' in rule.from ? rule.from.text : '';
  };
  expect(description()).not.toContain('My own words');
  writeFileSync(path, readFileSync(path, 'utf8').replace(/^#(?=target| {2})/gm, ''));
  expect(description()).toBe("concat('My own words for ', cbc:ID)");
  expect(readFileSync(join(folder, 'my-order.xml'), 'utf8')).toContain('<cbc:ID>MY-1</cbc:ID>');
  expect(renderEditingHints(folder, '/inbox')).toContain(`Edit ${path}`);
});
