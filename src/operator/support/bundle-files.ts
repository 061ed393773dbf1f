/** A file of a bundle. */
export type BundleFile = readonly [name: string, content: Uint8Array | string];

function endingOf(text: string): string {
  const first = text
    .slice(0, 200)
    .replace(/^\ufeff/, '')
    .trimStart()[0];
  if (first === '<') return '.xml';
  return first === '{' || first === '[' ? '.json' : '.txt';
}

/** With the ending of what it holds. */
export const bodyFile = (name: string, bytes: Uint8Array): BundleFile => [
  name + endingOf(Buffer.from(bytes.subarray(0, 300)).toString('utf8')),
  bytes,
];

export const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
