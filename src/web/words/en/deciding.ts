/** In every dialog that decides something. */
export const deciding = {
  why: 'Why (kept in the journal)',
  cancel: 'Cancel',
  close: 'Close',
  copyTicket: 'Copy for a ticket',
};
