import type { SchemaDialect } from './journal-tables.ts';

/** An order state takes a quarter of the room packed; one from before stays in `state` until it changes, which is empty from then on. */
export const packOrderStates = (w: SchemaDialect): string => `
  alter table order_state add column packed ${w.bytes};
`;
