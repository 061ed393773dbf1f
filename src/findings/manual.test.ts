import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { manual } from '../../schemas/manual.ts';
import { mappingCodes } from '../mapping/codes.ts';
import { deliveredRuleSet } from '../scsn/schemas.ts';
import { codes } from './messages.ts';

it('docs/findings.md says what the rules and the table say: run `npm run schemas` when this fails', () => {
  const page = readFileSync(new URL('../../docs/findings.md', import.meta.url), 'utf8');
  expect(page).toBe(manual());
});

it('lists every rule and every code', () => {
  const page = manual();
  const ids = deliveredRuleSet().rules.flatMap(({ tests }) => tests.map(({ id }) => id));
  const all = [...ids, ...codes().map(({ code }) => code), ...Object.keys(mappingCodes)];
  for (const code of all) expect(page).toContain(`| \`${code}\` |`);
});
