import { expect, it } from 'vitest';
import { renderAuditAction, renderAuthor } from './render-audit.ts';
import { renderUserResult, userWords } from './render-user-result.ts';

const { en, nl } = userWords;

const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
const texts = (words: typeof en) =>
  Object.entries({ ...words.results, ...words.roles, ...words.actions, failed: words.failedLogin });

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
