/** The path of a member: `order/lines` and `price` make `order/lines/price`. A member of the root is its name alone. */
export const extendPath = (path: string, name: string): string => (path === '' ? name : `${path}/${name}`);
