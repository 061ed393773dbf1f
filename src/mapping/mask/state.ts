import { z } from 'zod';
import { isHarmless } from './harmless.ts';
import type { Masker } from './masker.ts';

/**
 * The order state of the journal with pseudonyms: its own members stay, keys of lines and channels are masked as they are elsewhere.
 * `fingerprints`: of deliveries, with those that the masked ones have.
 */
export function maskedState(
  json: string,
  masker: Masker,
  fingerprints: ReadonlyMap<string, string> = new Map(),
): string {
  const state: unknown = JSON.parse(json);
  const forms = new Map<string, string>();
  collectForms(state, forms);
  return JSON.stringify(walked(state, [], { masker, forms, fingerprints }));
}

interface Masking {
  readonly masker: Masker;
  /** How a compared value is read, by its name: `price`, `dates`. */
  readonly forms: ReadonlyMap<string, string>;
  /** Of deliveries, with those of the masked ones. */
  readonly fingerprints: ReadonlyMap<string, string>;
}

const compared = z.array(z.object({ name: z.string(), form: z.string() }));

function collectForms(value: unknown, forms: Map<string, string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, one] of Object.entries(value)) {
    if (key !== 'compared') collectForms(one, forms);
    else for (const { name, form } of compared.safeParse(one).data ?? []) forms.set(name, form);
  }
}

function walked(value: unknown, path: readonly string[], masking: Masking): unknown {
  if (Array.isArray(value)) return value.map((one) => walked(one, path, masking));
  if (typeof value === 'string') return maskedText(value, path, masking);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      maskedKey(key, path.at(-1) ?? '', masking),
      walked(one, [...path, key], masking),
    ]),
  );
}

/** Below `lines` stand positions and ids, below `published` and `received` channels, below `values` the names of a mapping. */
function maskedKey(key: string, above: string, { masker, forms }: Masking): string {
  if (above === 'lines') return isHarmless('line', key) ? key : masker.text(key);
  if (above === 'values') return forms.has(key) ? masker.name(key) : masker.text(key);
  return above === 'published' || above === 'received' ? masker.name(key) : key;
}

function maskedText(text: string, path: readonly string[], { masker, forms, fingerprints }: Masking): string {
  const name = path.at(-1) ?? '';
  if (name === 'fingerprint') return fingerprints.get(text) ?? masker.text(text);
  if (/^(at|issued|asked|lastUpdatedAt)$/.test(name) && isHarmless('date', text)) return text;
  if (path.includes('compared')) return name === 'form' ? text : masker.name(text);
  if (name === 'channel') return masker.name(text);
  return path.at(-2) === 'values' ? maskedValue(forms.get(name), text, masker) : masker.text(text);
}

/** `12.50 EUR per 100 H87`, `40 + 20`, `2026-12-14, 2026-12-21`. */
function maskedValue(form: string | undefined, text: string, masker: Masker): string {
  if (form === undefined || form === 'text') return masker.text(text);
  return text.replace(/[^\s,]+/g, (part, at: number) => {
    if (form === 'dates') return masker.value('date', part);
    if (form !== 'price') return part === '+' ? part : masker.value('number', part);
    if (at === 0) return masker.value('amount', part);
    return part === 'per' ? part : masker.value(/\d/.test(part[0] ?? '') ? 'number' : 'code', part);
  });
}
