/** In every dialog that decides something. */
export const decide = {
  why: 'Why (kept in the journal)',
  cancel: 'Cancel',
};
