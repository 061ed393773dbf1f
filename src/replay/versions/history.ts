import type { Reading } from '../record.ts';
import { ingredientsOf, type KeptText, textsOf } from '../version.ts';

/** One version of a mapping with its tables, as messages were made with it. */
export interface MappingVersion {
  /** From 1, in the order in which they were first used: `v3`. */
  readonly number: number;
  readonly hash: string;
  /** RFC 3339, UTC: when the first and the last message that it made were received. */
  readonly first: string;
  readonly last: string;
  readonly messages: number;
  readonly channels: readonly string[];
}

/** The versions of a mapping that made something, the first used first. Reads all messages. */
export async function historyOf(journal: Reading, mapping: string): Promise<readonly MappingVersion[]> {
  const found = new Map<string, Omit<MappingVersion, 'number'>>();
  for (const { generation, channel, first, last, messages } of await journal.generations()) {
    const hash = (await ingredientsOf(journal, generation))?.[`mapping ${mapping}`];
    if (hash === undefined) continue;
    const known = found.get(hash) ?? { hash, first, last, messages: 0, channels: [] };
    found.set(hash, {
      hash,
      first: known.first < first ? known.first : first,
      last: known.last > last ? known.last : last,
      messages: known.messages + messages,
      channels: [...new Set([...known.channels, channel])],
    });
  }
  const ordered = [...found.values()].sort((a, b) => a.first.localeCompare(b.first));
  return ordered.map((version, n) => ({ number: n + 1, ...version }));
}

/** A version by its number (`3`, `v3`) or by the beginning of its hash. Throws an Error in words. */
export function versionNamed(versions: readonly MappingVersion[], said: string): MappingVersion {
  const number = /^v?(\d{1,5})$/.exec(said)?.[1];
  const found = versions.filter((one) =>
    number === undefined ? said.length >= 4 && one.hash.startsWith(said) : one.number === Number(number),
  );
  const [version, ...more] = found;
  if (version === undefined || more.length > 0)
    throw new Error(`There is no version ${said}; \`gateway map history\` lists them.`);
  return version;
}

/** Its texts. Throws an Error in words where they are not kept. */
export async function textsOfVersion(
  journal: Reading,
  { hash }: MappingVersion,
): Promise<readonly KeptText[]> {
  const texts = await textsOf(journal, hash);
  if (texts === undefined || texts.length === 0)
    throw new Error(`The texts of version ${hash.slice(0, 8)} are not kept.`);
  return texts;
}
