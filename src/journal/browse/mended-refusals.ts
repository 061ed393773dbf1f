/** Taken as it was, or equal to what was. */
const laterWentWell = "later.state = 'settled' and later.outcome in ('delivered', 'unchanged', 'duplicate')";

/**
 * SQL on a table or alias: a later document of the same order went well, or the one that corrects it. By way of the order's number: `cross join` keeps SQLite
 * from going through all that is settled, for each refused one.
 */
export const buildMendedCondition = (refused: string): string => `(
  exists (select 1 from message later where later.corrects = ${refused}.id and ${laterWentWell})
  or exists (
    select 1 from business_key own cross join business_key other cross join message later
    where own.message = ${refused}.id and own.kind = 'purchase order'
      and other.value = own.value and other.kind = own.kind and later.id = other.message
      and later.address = ${refused}.address and later.direction = ${refused}.direction
      and later.arrival > ${refused}.arrival and ${laterWentWell}))`;
