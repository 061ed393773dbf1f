import { expect, it } from 'vitest';
import type { Overview } from '../../operator/browse/overview.ts';
import { renderBulkState, renderChannelStanding, renderOverviewAnswer } from './browse-words.ts';

const overview: Overview = {
  ...{ status: 'green', answer: 'well', troubles: [], waiting: 0, channels: [] },
  needsAction: { parked: { count: 0 }, refused: { count: 0 }, groups: [] },
  today: { received: 1547, delivered: 1500, refused: 0, parked: 0 },
};

const busy: Overview = {
  ...overview,
  ...{ status: 'red', answer: 'trouble', waiting: 38 },
  needsAction: { parked: { count: 417 }, refused: { count: 11 }, groups: [] },
  troubles: [
    {
      ...{ level: 'red', code: 'exchange-away', about: '', since: '2026-03-01T09:14:00.000Z' },
      what: {
        en: 'The exchange has not answered since 09:14.',
        nl: 'De exchange antwoordt niet sinds 09:14.',
      },
      act: { who: 'exchange', action: 'ask-exchange' },
    },
  ],
};

it('says that nobody has to act only where nothing needs anybody', () => {
  expect(renderOverviewAnswer(overview, 'en')).toEqual({
    title: 'All is well.',
    lines: ['Nobody has to do anything.', '1,547 documents today.'],
  });
  const { title, lines } = renderOverviewAnswer(busy, 'en');
  expect(title).toBe('The exchange has not answered since 09:14.');
  expect(lines.join(' ')).toBe(
    '417 documents need a decision. 11 documents were refused: fix them in the ERP and export them again. ' +
      '38 documents wait; nothing is lost, they go by themselves, in order.',
  );
  expect(renderOverviewAnswer({ ...busy, answer: 'needs-action' }, 'nl').title).toBe(
    '428 berichten vragen actie.',
  );
});

it('says how a channel and a decision stand, in both languages', () => {
  const many = { standing: 'decide', count: 1417 } as const;
  expect([renderChannelStanding(many, 'en'), renderChannelStanding(many, 'nl')]).toEqual([
    '1,417 to decide',
    '1.417 te beslissen',
  ]);
  expect(renderChannelStanding({ standing: 'well', count: 0 }, 'nl')).toBe('in orde');
  expect([renderBulkState('stopped', 'en'), renderBulkState('stopped', 'nl')]).toEqual([
    'stopped',
    'gestopt',
  ]);
});
