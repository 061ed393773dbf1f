import { expect, it } from 'vitest';
import { renderAuditCsv } from './audit-csv.ts';
import { renderAuditAction, renderAuthor } from './render-audit.ts';
import { renderUserResult, userWords } from './render-user-result.ts';

const { en, nl } = userWords;

const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
const texts = (words: typeof en) =>
  Object.entries({
    ...{ ...words.results, ...words.roles, ...words.actions, ...words.failedLoginsMore },
    ...{ failed: words.failedLogin, unnamed: words.failedLoginUnnamed },
  });

it.each(texts(en))('%s says the same in Dutch, of the same values', (key, text) => {
  const [, dutch = ''] = texts(nl).find(([one]) => one === key) ?? [];
  expect(dutch).not.toBe(text);
  expect(places(dutch)).toEqual(places(text));
});

it('an end is told by the clock on the wall', () => {
  const values = { name: 'anna', until: '2026-11-25T22:00:00.000Z' };
  expect(renderUserResult({ code: 'link-made', values }, 'en')).toMatch(/until 2026-11-2\d \d\d:00:00\.$/);
});

it('who did it from the command line is told apart from a user of that name', () => {
  expect(renderAuthor({ kind: 'system', name: 'anna' }, 'en')).toBe('command line, anna');
  expect(renderAuthor({ kind: 'user', name: 'anna' }, 'nl')).toBe('anna');
});

const entry = {
  ...{ id: 1, at: '2026-11-25T22:00:00.000Z', reason: '' },
  by: { kind: 'user', name: 'anna', address: '' } as const,
};

it.each([
  [
    { action: 'add-user', object: 'ben', detail: 'operate', result: 'done' },
    'added the user ben, who may see and decide',
  ],
  [{ action: 'login', object: 'admin', result: 'no-user' }, 'failed to log in as “admin”'],
  [{ action: 'login', object: '', result: 'no-user' }, 'failed to log in with what cannot be a name'],
  [{ action: 'logout-everywhere', object: '', result: 'done' }, 'ended all sessions of everybody'],
  [{ action: 'retry', object: '412', result: 'done' }, 'retried message 412'],
  [{ action: 'publish', object: 'order-to-exchange', result: 'done' }, 'publish order-to-exchange'],
])('%j is told as a line', (what, line) => {
  expect(renderAuditAction({ ...entry, ...what }, 'en')).toBe(line);
});

it.each([
  [
    { object: 'admin', result: 'no-user' },
    '10.0.0.7',
    /^failed to log in as “admin”, and 411 more times under names that nobody has, until 2026-11-2\d/,
  ],
  [
    { object: 'anna', result: 'wrong' },
    '10.0.0.7',
    /^failed to log in as “anna”, and 411 more times until 2026/,
  ],
  [{ object: 'admin', result: 'no-user' }, '', /, and 411 more times from other addresses, until 2026/],
])('%j from “%s” tells how many more there were', (what, address, line) => {
  const many = { ...entry, ...what, by: { kind: 'unknown', name: '', address }, action: 'login' } as const;
  const counting = { ...many, times: 412, last: '2026-11-25T22:30:00.000Z' };
  expect(renderAuditAction(counting, 'en')).toMatch(line);
  expect(renderAuditAction(counting, 'nl')).toMatch(/ 411 keer /);
  expect(renderAuditCsv([counting])).toMatch(/"412","2026-11-25T22:30:00\.000Z"$/);
});

it.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(1)',
  '\t=1',
  'a;=1+1;',
  'a\t=1',
  'a\n=1+1',
  '＝1+1',
  'a,=1',
  '";=1+1',
  '"=1+1',
  'a;""=1',
])('no sheet takes %j in the CSV for a formula, whatever it takes for a separator', (object) => {
  for (const written of [',', ';'] as const) {
    const csv = renderAuditCsv([{ ...entry, action: 'login', object, result: 'wrong' }], written);
    for (const separator of [';', ',', '\t', '\n'])
      for (const cell of csv.split(separator)) expect(cell.replace(/^"+/, '')).not.toMatch(/^[=+\-@\t＝]/);
  }
});

it('keeps quotes, line ends and letters with marks in one cell', () => {
  const reason = 'Müller zei "nee"; zie\nregel 2';
  const cells = renderAuditCsv([{ ...entry, action: 'login', object: 'é', reason, result: 'done' }], ';');
  expect(cells.split('\n')[0]).toBe(
    '"at";"kind";"who";"from";"action";"object";"detail";"reason";"result";"times";"last"',
  );
  expect(cells).toContain(';"é";"";"Müller zei ""nee""; zie\nregel 2";"done";');
});
