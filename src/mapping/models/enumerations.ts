/**
 * Values that a member of a target may have, by its name; upper and lower case count alike, since ERPs differ in it.
 */
const enumerations: ReadonlyMap<string, readonly string[]> = new Map([
  ['orderType', ['Purchase', 'Forecast', 'RFQ']],
  ['cbc:LineStatusCode', ['added', 'revised', 'cancelled', 'disputed', 'accepted', 'rejected']],
  ['cbc:OrderTypeCode', ['New', 'Changed']],
]);

/** Of a member of the exchange; what an SCSN document may hold, its own rules say. */
export const exchangeValues = (member: string): readonly string[] | undefined =>
  member.includes(':') ? undefined : enumerations.get(member);

/** The values, where a text that a rule writes is none of them. */
export function findAllowedValues(member: string, text: string): readonly string[] | undefined {
  const values = enumerations.get(member);
  const fits = values?.some((value) => value.toLowerCase() === text.trim().toLowerCase());
  return fits === false && text.trim() !== '' ? values : undefined;
}
