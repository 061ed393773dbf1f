import { expect, it } from 'vitest';
import { renderRetryEnd } from './render-outlook.ts';

it('says what would become of messages that are retried, and why, in both languages', () => {
  const goes = { said: 'deliver', reason: '' } as const;
  expect(renderRetryEnd({ ...goes, direction: 'inbound' }, 'en')).toEqual({
    ...{
      one: 'will be sent; what the exchange answers is seen then',
      text: 'will be sent; what the exchange answers is seen then',
      why: '',
    },
  });
  expect(renderRetryEnd({ ...goes, direction: 'outbound' }, 'nl').text).toBe(
    'worden gepubliceerd voor het ERP',
  );
  const refused = { said: 'rejected', reason: 'The file holds no document.', direction: 'inbound' } as const;
  expect(renderRetryEnd(refused, 'nl')).toEqual({
    one: 'wordt weer geweigerd',
    text: 'worden weer geweigerd',
    why: 'Er staat geen document in het bestand.',
  });
  const gone = { said: 'unknown', reason: '', why: 'bodies deleted', direction: 'inbound' } as const;
  expect(renderRetryEnd(gone, 'en').why).toBe('documents deleted by retention');
});
