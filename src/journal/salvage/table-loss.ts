import type { TableLoss } from './salvaged-rows.ts';

/** What the loss of rows of a table means to whoever runs the gateway; of messages it is told one by one. */
const meanings: Readonly<Record<string, string>> = {
  order_state:
    'What was known of some orders is lost: such an order may be sent or published once more, whole.',
  cursor_at: 'How far searches had come is lost: they begin anew at `search.since`.',
  seen: 'Which events and orders had been seen is lost in part: some may be taken as news once more.',
  remembered:
    'Which files had been taken from folders where they stay is lost in part: some may be taken once more.',
  sequence: 'The numbers of published files go on from much higher ones.',
  history: 'Some decisions that people made are lost.',
  task: 'Some open tasks are lost.',
  account: 'Some users of the pages are lost: add them again with `gateway user add`.',
  access_token: 'Some tokens of scripts are lost: make new ones with `gateway user token`.',
  audit_entry: 'Some entries of the audit are lost.',
  bulk_decision: 'Some decisions on many messages are lost; what was left of them is not carried out.',
  bulk_item:
    'Of decisions on many messages some messages are lost; what was left of them is not carried out.',
  publication: 'Who published which mappings, and why, is lost in part.',
  mapping_version: 'Some numbers of versions of mappings are lost.',
  draft: 'Some drafts that people typed in the pages are lost.',
};

/** Of now alone, or counted and copied from messages: it is made anew. */
const passing = [
  ...['lease', 'gateway', 'pace', 'trouble', 'sign_of_life', 'alarm', 'expected'],
  ...['login_session', 'login_link', 'login_failure', 'outage', 'mappings_in_use'],
  ...['finding', 'hour_count', 'count_mark', 'parking'],
];

export function describeTableLoss({ table, pages, rows }: TableLoss): readonly string[] {
  if (pages + rows === 0 || passing.includes(table)) return [];
  const counts = [...(pages > 0 ? [`${pages} pages`] : []), ...(rows > 0 ? [`${rows} rows`] : [])];
  const what = `Of the table ${table}, ${counts.join(' and ')} could not be read.`;
  const meaning = meanings[table];
  return [meaning === undefined ? what : `${what} ${meaning}`];
}
