/** In every dialog that decides something. */
export const deciding = {
  why: 'Why (kept in the journal)',
  cancel: 'Cancel',
  copyTicket: 'Copy for a ticket',
};
