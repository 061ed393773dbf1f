import { expect, it } from 'vitest';
import { maskMessage, maskOrder } from './mask-answers.ts';

const task = { message: 1, line: '10', text: 'SECRET', advice: 'SECRET', opened: '2026-01-01T00:00:00.000Z' };
const finding = {
  code: 'table-miss',
  severity: 'park' as const,
  message: 'The table has no entry for SECRET.',
  advice: 'Add SECRET.',
  places: [{ line: 7, value: 'SECRET', key: 'order line SECRET', path: '/Order' }],
};
const shown = {
  role: 'received',
  syntax: 'xml' as const,
  unit: 'line' as const,
  count: 1,
  size: 6,
  parts: [{ from: 1, lines: ['masked before'] }],
};
const act = {
  ...{ who: 'operator' as const, action: 'decide', isReader: true },
  ...{ name: 'You', hint: 'look at it', sentence: 'You can decide.' },
};
const common = { act, parties: ['204518'], mark: 'parked' as const, message: 1 };

it('of a masked message no value is said, and its codes and places are', () => {
  const masked = maskMessage(
    {
      ...{ id: 1, name: 'a.xml', channel: 'orders', direction: 'inbound', mark: 'parked', state: 'parked' },
      ...{
        sentence: 'Parked: no SECRET.',
        act,
        standing: 'parked',
      },
      ...{ advice: 'Add SECRET.', possiblyTwice: false, behind: [], ways: [], seen: '', hasTree: true },
      ...{ document: shown, result: shown, isDeleted: false, isMasked: false, findings: [finding] },
      ...{ receivedAt: '2026-01-01T00:00:00.000Z', hasState: true, madeWith: [], parts: [], tasks: [task] },
      attempts: [{ at: '2026-01-01T00:00:00.000Z', mark: 'warning', text: '400 SECRET' }],
      decisions: [],
      documents: [{ id: 2, name: 'a.xml #1', mark: 'refused', sentence: 'Refused: SECRET.' }],
    },
    'en',
  );
  expect(JSON.stringify(masked)).not.toContain('SECRET');
  expect(masked).toMatchObject({
    sentence: 'Parked.',
    isMasked: true,
    findings: [
      {
        code: 'table-miss',
        message: 'The table `…` has no entry for `…`.',
        places: [{ line: 7, path: '/Order' }],
      },
    ],
  });
});

it('of a masked order no value is said', () => {
  const masked = maskOrder({
    ...common,
    ...{ state: 'task', sentence: 'The supplier rejected line 10: “SECRET”.' },
    ...{ advice: 'SECRET', lasts: true, documents: 1, why: 'SECRET', title: 'Order 4711', track: [] },
    ...{ tasks: [task], numbers: [], channels: [], others: [] },
    lines: [
      {
        ...{ line: '10', item: 'SECRET', values: 'SECRET', mark: 'refused', answer: 'rejected' },
        state: { mark: 'refused', text: 'purchasing decides' },
        ...{ changes: [{ from: 'SECRET', to: 'SECRET' }], reason: 'SECRET', remarks: ['SECRET'] },
      },
    ],
    steps: [
      { isNow: false, isQuiet: false, mark: 'warning', what: 'checked', detail: 'SECRET', messages: [1] },
    ],
  });
  expect(JSON.stringify(masked)).not.toContain('SECRET');
  expect(masked.lines).toMatchObject([{ line: '10', answer: 'rejected' }]);
});
