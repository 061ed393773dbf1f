import { expect, it } from 'vitest';
import { renderRecentDecision } from './render-recent.ts';

const at = '2026-03-01T10:00:00.000Z';

it('says what people have decided, one message or many, in both languages', () => {
  const retried = { at, action: 'retry', who: 'j.peeters', reason: 'STK is known', subject: '', message: 7 };
  expect(renderRecentDecision({ ...retried, count: 1412 }, 'en')).toBe(
    'j.peeters retried 1,412 messages: STK is known',
  );
  expect(renderRecentDecision({ ...retried, count: 1 }, 'nl')).toBe(
    'j.peeters probeerde bericht 7 opnieuw: STK is known',
  );
});

it('what is no message is said by its subject; an action that has no words by its code', () => {
  const about = { at, who: '', reason: '', subject: 'order-to-exchange', count: 1 };
  expect(renderRecentDecision({ ...about, action: 'publish' }, 'en')).toBe(
    'Someone published order-to-exchange',
  );
  expect(renderRecentDecision({ ...about, action: 'map restore', subject: 'mappings' }, 'nl')).toBe(
    'Iemand ging terug naar eerdere mappings',
  );
  expect(renderRecentDecision({ ...about, action: 'later-action' }, 'nl')).toBe(
    'Iemand later-action order-to-exchange',
  );
});
