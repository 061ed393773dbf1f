/** Of each order that a message is about, with its number: `4711, 4712`, or `4711, 4712 and 3 more`. */
export const orderPaths = (order: string, party?: string): readonly (readonly [string, string])[] =>
  order
    .replace(/ and \d+ more$/, '')
    .split(', ')
    .map((number) => {
      const query = party === undefined ? '' : `?${new URLSearchParams({ party })}`;
      return [number, `/orders/${encodeURIComponent(number)}${query}`];
    });
