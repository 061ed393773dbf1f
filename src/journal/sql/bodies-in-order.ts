import type { SchemaDialect } from './journal-tables.ts';

/**
 * Bodies stand in the order in which they came, and an index has their hashes. In a table ordered by hash each body made two pages of its own
 * out of one somewhere in it: a fifth to a quarter of all that an order wrote.
 */
export const orderBodies = ({ bodiesInOrder }: SchemaDialect): string => `
  -- what may go is pointed to since (claimable-messages.ts)
  drop index if exists message_work;
  drop index if exists message_large_work;
  ${bodiesInOrder}
`;
