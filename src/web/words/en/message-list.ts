import type { BulkAction } from '../../../api/model/bulk-model.ts';

const number = (count: number): string => count.toLocaleString('en-GB');
const messagesText = (count: number): string => (count === 1 ? '1 message' : `${number(count)} messages`);

export const messageList = {
  title: (count: number) =>
    count === 0
      ? 'No message needs action.'
      : `${messagesText(count)} ${count === 1 ? 'needs' : 'need'} action.`,
  waiting: (count: number) =>
    count === 1 ? '1 waits and goes by itself.' : `${number(count)} wait and go by themselves.`,
  tabs: 'Messages',
  needsAction: 'Needs action',
  waitingTab: 'Waiting',
  all: 'All',
  find: 'Any number, name or word',
  filters: {
    received: 'Received',
    channel: 'Channel',
    state: 'State',
    outcome: 'Outcome',
    direction: 'Direction',
    finding: 'Finding',
    value: 'Value',
    party: 'Party',
    needsAction: 'Needs action',
    repeats: 'Hide repeats',
  },
  moreFilters: 'Filters',
  received: { today: 'today', '2d': 'since yesterday', '7d': 'in 7 days', '30d': 'in 30 days' } as Record<
    string,
    string
  >,
  states: { received: 'received', ready: 'in line', waiting: 'waiting', parked: 'parked' } as Record<
    string,
    string
  >,
  outcomes: {
    delivered: 'delivered',
    rejected: 'refused',
    discarded: 'discarded',
    duplicate: 'duplicate',
    unchanged: 'unchanged',
    ignored: 'ignored',
    superseded: 'superseded',
    outdated: 'outdated',
    split: 'split',
  } as Record<string, string>,
  directions: { inbound: 'to the exchange', outbound: 'to the ERP' } as Record<string, string>,
  takeOff: ', take it off',
  add: 'Add',
  caption: 'Messages, the newest first',
  columns: ['State', 'Received', 'Order', 'Channel', 'Document', 'Why', 'No.'],
  select: (id: number) => `Select message ${id}`,
  selectAll: 'Select this page',
  selectNone: 'Select none',
  selection: 'What is selected',
  selected: (count: number) => `${number(count)} selected`,
  takeAllFitting: 'Take all that fit the filters',
  allFitting: 'All that fit the filters',
  actions: {
    retry: 'Retry…',
    release: 'Let later ones pass…',
    discard: 'Discard…',
    close: 'Close…',
  } as Readonly<Record<BulkAction, string>>,
  act: {
    retry: (count: number) => (count === 1 ? 'Retry…' : `Retry ${number(count)}…`),
    close: (count: number) => (count === 1 ? 'Close…' : `Close ${number(count)}…`),
  },
  allOfThese: { retry: 'Retry all of these…', close: 'Close all of these…' },
  possiblyTwice: 'Possibly twice.',
  newer: (count: number, isMore: boolean) =>
    `${isMore ? 'More than ' : ''}${count === 1 ? '1 newer message' : `${number(count)} newer messages`} · show ${count === 1 ? 'it' : 'them'}`,
  nothingYet: 'There is no message yet.',
  nothingFits: 'No message fits these filters.',
  takeLastOff: 'Take the last filter off',
  pages: 'Pages of the list',
  from: (id: number, time: string) => `Newest first · from ${id}, ${time}.`,
  searchedTo: (time: string) => `Searched back to ${time}.`,
  goOn: 'Go on',
  newerPage: 'Newer',
  olderPage: 'Older',
};
