import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Formats } from '../formats/interface.ts';
import { extensionOf } from '../mapping/fixture-files.ts';
import type { FileMapping } from '../mapping/load.ts';
import { maskedFixture, type Stayed } from '../mapping/mask/masked-fixture.ts';
import { decodeText } from '../text.ts';
import { visible } from '../visible.ts';

/** Nobody who has the copy can try which name became which. */
export const newSeed = (): string => randomBytes(16).toString('hex');

/** Nothing is written where it cannot be masked. */
export function maskInto(
  folder: string,
  document: string,
  mapping: FileMapping,
  formats: Formats,
): readonly Stayed[] {
  const extension = extensionOf(mapping.from, formats);
  const beside = (name: string): Uint8Array | undefined => {
    const path = join(dirname(document), name);
    return existsSync(path) ? readFileSync(path) : undefined;
  };
  const [previous, context] = [beside(`previous${extension}`), beside('context.json')];
  const { given, stayed } = maskedFixture(
    mapping,
    formats,
    {
      document: readFileSync(document),
      ...(previous ? { previous } : {}),
      ...(context ? { context: decodeText(context) } : {}),
    },
    newSeed(),
  );
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `document${extension}`), given.document);
  if (given.previous) writeFileSync(join(folder, `previous${extension}`), given.previous);
  if (given.context !== undefined) writeFileSync(join(folder, 'context.json'), given.context);
  return stayed;
}

export function tellStayed(stayed: readonly Stayed[]): void {
  if (stayed.length === 0) return;
  console.log('Without these the mapping would go another way, so they stayed. May others read them?');
  for (const { name, text, now } of stayed)
    console.log(visible(`  ${name}: ${text}${now === text ? '' : ` (now ${now})`}`));
}
