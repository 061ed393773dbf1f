/** Who may what a reader may not. */
export const actors = {
  administrator: 'An administrator',
  operator: 'Someone who may decide',
};
