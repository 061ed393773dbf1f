/** Messages that need action, by cause. */
export const groups = {
  channel: 'Channel',
  finding: 'Finding',
  fromTo: 'From, to',
  example: 'Example',
  copyForTicket: 'Copy for a ticket',
};
