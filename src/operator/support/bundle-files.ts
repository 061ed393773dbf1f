/** A file of a bundle. */
export type BundleFile = readonly [name: string, content: Uint8Array | string];

export function endingOf(text: string): string {
  const first = text
    .slice(0, 200)
    .replace(/^\ufeff/, '')
    .trimStart()[0];
  if (first === '<') return '.xml';
  return first === '{' || first === '[' ? '.json' : '.txt';
}

export const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
