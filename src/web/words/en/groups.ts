const number = (count: number): string => count.toLocaleString('en-GB');

/** Messages that need action, by cause. */
export const groups = {
  mend: { table: 'Open the table', mapping: 'Open the mapping' },
  title: (count: number, reasons: number) =>
    `${count === 1 ? '1 message needs' : `${number(count)} messages need`} action, for ${reasons === 1 ? 'one reason' : `${number(reasons)} reasons`}.`,
  nothing: 'No message needs action.',
  fixOnce: 'Fix a cause once, then retry everything it holds.',
  oldest: (time: string, duration: string) => `Oldest: ${time}, for ${duration}.`,
  only: (kind: string): string => `Only what ${kind === 'refused' ? 'was refused' : 'is parked'}.`,
  showAll: 'Show all',
  refusedLeave:
    'Refused documents leave this list when a later document of their order succeeds, or when someone closes them.',
  span: (from: string, to: string) => `${from} to ${to}`,
  order: (order: string) => `order ${order}`,
  open: (count: number) => (count === 1 ? 'Open' : `See the ${number(count)}`),
  channel: 'Channel',
  finding: 'Finding',
  fromTo: 'From, to',
  example: 'Example',
  suggestion: (value: string) => `probably ${value} is meant`,
  behind: (count: number, isMore: boolean) =>
    `${isMore ? 'at least ' : ''}${number(count)} later ${count === 1 ? 'document waits' : 'documents wait'} behind`,
};
