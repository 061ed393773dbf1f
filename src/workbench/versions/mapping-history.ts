import type { NumberedVersion } from '../../journal/model/message.ts';
import type { ReplayJournal } from '../../replay/rerun/message-record.ts';
import { type RecordedText, readIngredients, readTexts } from '../../replay/rerun/recorded-version.ts';

/** One version of a mapping with its tables, and what messages were made with it. */
export interface MappingVersion extends NumberedVersion {
  /** Absent: it has made nothing yet, or nothing that is kept. */
  readonly use?: VersionUse;
}

interface VersionUse {
  /** RFC 3339, UTC: when the first and the last message that it made were received. */
  readonly first: string;
  readonly last: string;
  readonly messages: number;
  readonly channels: readonly string[];
}

/** The versions of a mapping, by the numbers that they keep. Reads all messages. */
export async function listMappingHistory(
  journal: ReplayJournal,
  mapping: string,
): Promise<readonly MappingVersion[]> {
  const uses = await listUses(journal, mapping);
  return (await journal.mappingVersions(mapping)).map((version) => {
    const use = uses.get(version.hash);
    return use === undefined ? version : { ...version, use };
  });
}

async function listUses(journal: ReplayJournal, mapping: string): Promise<ReadonlyMap<string, VersionUse>> {
  const found = new Map<string, VersionUse>();
  for (const { generation, channel, first, last, messages } of await journal.generations()) {
    const hash = (await readIngredients(journal, generation))?.[`mapping ${mapping}`];
    if (hash === undefined) continue;
    const known = found.get(hash) ?? { first, last, messages: 0, channels: [] };
    found.set(hash, {
      first: known.first < first ? known.first : first,
      last: known.last > last ? known.last : last,
      messages: known.messages + messages,
      channels: [...new Set([...known.channels, channel])],
    });
  }
  return found;
}

/** A version by its number (`3`, `v3`) or by the beginning of its hash. Throws an Error in words. */
export function requireVersion(versions: readonly MappingVersion[], said: string): MappingVersion {
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
export async function requireVersionTexts(
  journal: ReplayJournal,
  { hash }: MappingVersion,
): Promise<readonly RecordedText[]> {
  const texts = await readTexts(journal, hash);
  if (texts === undefined || texts.length === 0)
    throw new Error(`The texts of version ${hash.slice(0, 8)} are not kept.`);
  return texts;
}
