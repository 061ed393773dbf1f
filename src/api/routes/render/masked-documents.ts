import type { Message } from '../../../journal/model/message.ts';
import { mappingFolders } from '../../../pipeline/channel/mapping-folders.ts';
import type { Desk } from '../../desk.ts';
import { ApiProblem } from '../../kit/api-problem.ts';
import type { Caller } from '../../kit/route.ts';

/** Parts that are documents: of these alone the values can be told from the rest. */
const maskableRoles: readonly string[] = ['received', 'corrected', 'translated', 'gathered', 'prepared'];

export const isMaskable = (role: string): boolean => maskableRoles.includes(role);

/** As this reader may see it. Undefined: it cannot be masked, and is not shown. */
export async function readAsAllowed(
  desk: Desk,
  { masked }: Pick<Caller, 'masked'>,
  { id, channel, direction }: Pick<Message, 'id' | 'channel' | 'direction'>,
  role: string,
  bytes: Uint8Array,
): Promise<Uint8Array | undefined> {
  if (!masked) return bytes;
  const { channels, mappings } = desk.config();
  const document = channels[channel]?.document;
  if (document === undefined || !isMaskable(role)) return undefined;
  const folders = mappingFolders(mappings);
  return await desk.masks.mask({ bytes, document, direction, folders, apart: `message ${id}` });
}

export const notMaskable = new ApiProblem(403, 'not-maskable', {
  en: 'Documents are masked for you, and this one cannot be masked.',
  nl: 'Documenten worden voor u gemaskeerd, en dit document kan niet worden gemaskeerd.',
});

/** Whoever may see no value cannot find out by searching which one it is. */
export function assertNoValueAsked({ masked }: Pick<Caller, 'masked'>, value: string | undefined): void {
  if (masked && value !== undefined) throw noValueAsked;
}

const noValueAsked = new ApiProblem(403, 'masked', {
  en: 'Documents are masked for you: they cannot be searched by a value.',
  nl: 'Documenten worden voor u gemaskeerd: u kunt er niet op waarde in zoeken.',
});
