import { rules, type Trouble } from '../../health.ts';
import type { AlarmWords } from '../words.ts';

const titles: Readonly<Record<Trouble, string>> = {
  journal: 'The journal cannot be used',
  'exchange-refuses': 'The exchange refuses the gateway',
  'exchange-away': 'The exchange cannot be reached',
  folder: 'A folder cannot be used',
  filing: 'Files cannot be moved to where they belong',
  search: 'The search for news at the exchange fails',
  mappings: 'Mappings cannot be used, documents wait',
  'mappings-old': 'Edited mappings are not used',
  standstill: 'A document does not get on',
  held: 'A document cannot be checked, others wait behind it',
  waiting: 'Documents have waited for long',
  parked: 'A person has to decide on documents',
  rejected: 'Documents were refused',
  task: 'Tasks for a person have been open for long',
  'not-collected': 'The ERP does not collect its files',
  untaken: 'Files lie in a folder that nobody takes',
  clock: 'The clock is wrong',
  certificate: 'A certificate ends soon',
  'certificate-ended': 'A certificate has ended',
  disk: 'A disk is nearly full',
  silent: 'Nothing was received for long',
  'not-ours': 'What the exchange tells is not about our company',
  config: 'A new version of the config is not used',
  alarm: 'Alarms cannot be sent',
  'gateway-gone': 'A gateway is gone',
};

export const en: AlarmWords = {
  levels: { red: 'RED', amber: 'AMBER' },
  allClear: 'ALL CLEAR',
  over: 'OVER',
  test: 'TEST',
  whole: 'gateway',
  andMore: (count) => ` (and ${count} more)`,
  states: {
    news: 'New',
    more: 'There is more of it',
    still: 'Still so',
    over: 'Over',
  },
  labels: { what: 'What:', since: 'Since:', todo: 'To do:' },
  title: (code) => titles[code],
  todo: (code) => rules[code].todo,
  testing: 'This is a test. Alarms of this gateway arrive here.',
  foot: (gateway) =>
    `Sent by scsn-gateway on ${gateway}. \`gateway alarm list\` shows what is wrong now; \`gateway alarm silence\` keeps it quiet for a while.`,
};
