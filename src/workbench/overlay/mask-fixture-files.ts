import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Formats } from '../../formats/document-format.ts';
import { extensionOf } from '../../mapping/fixtures/fixture-files.ts';
import type { FileMapping } from '../../mapping/load-mapping.ts';
import { type KeptValue, maskFixture } from '../../mapping/mask/mask-fixture.ts';
import { NotMaskable } from '../../mapping/mask/maskable-document.ts';
import { decodeSavedText } from '../../text/text-file.ts';
import { escapeControls } from '../../text/visible.ts';

/** Nobody who has the copy can try which name became which. */
export const createMaskSeed = (): string => randomBytes(16).toString('hex');

/** Nothing is written where it cannot be masked, nor where values would stay that nobody has agreed to. */
export function maskInto(
  folder: string,
  document: string,
  mapping: FileMapping,
  formats: Formats,
  keep: boolean,
): readonly KeptValue[] {
  const extension = extensionOf(mapping.from, formats);
  const beside = (name: string): Uint8Array | undefined => {
    const path = join(dirname(document), name);
    return existsSync(path) ? readFileSync(path) : undefined;
  };
  const [previous, context] = [beside(`previous${extension}`), beside('context.json')];
  const { given, kept } = maskFixture(
    mapping,
    formats,
    {
      document: readFileSync(document),
      ...(previous ? { previous } : {}),
      ...(context ? { context: decodeSavedText(context) } : {}),
    },
    createMaskSeed(),
  );
  assertMayStay(kept, keep);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `document${extension}`), given.document);
  if (given.previous) writeFileSync(join(folder, `previous${extension}`), given.previous);
  if (given.context !== undefined) writeFileSync(join(folder, 'context.json'), given.context);
  return kept;
}

/** Throws NotMasked that names the values which the way through the mapping depends on, unless `keep`. */
export function assertMayStay(kept: readonly KeptValue[], keep: boolean): void {
  if (keep || kept.length === 0) return;
  throw new NotMaskable(
    [
      'Nothing was written: without these values the mapping would go another way, so they would stay readable.',
      ...kept.map(keptLine),
      'May others read them? Then say --keep.',
    ].join('\n'),
  );
}

export function tellKept(kept: readonly KeptValue[]): void {
  if (kept.length === 0) return;
  console.log('Without these the mapping would go another way, so they stayed:');
  for (const value of kept) console.log(keptLine(value));
}

const keptLine = ({ name, text, now }: KeptValue): string =>
  escapeControls(`  ${name}: ${text}${now === text ? '' : ` (now ${now})`}`);
