import { limits } from '../limits.ts';

/** What a GET says: this order or shipment is new or changed. */
export interface WebhookNotice {
  /** `unsaid`: an id at the end of the path; which it is depends on who listens there. */
  readonly kind: 'order' | 'shipment' | 'unsaid';
  /** The channel's path. */
  readonly path: string;
  readonly id: string;
}

/**
 * Reads path and query of a GET (specification, section 4): `orderId` or `shipmentId` in the query, repeated or both,
 * at the channel's path; else the last segment of the path is the id and what stands before it is the channel's path. Undefined: no id, or none that could be one.
 */
export function parseNotices(url: URL): readonly WebhookNotice[] | undefined {
  const path = trimSlashes(url.pathname);
  const asked = (['order', 'shipment'] as const).flatMap((kind) =>
    url.searchParams.getAll(`${kind}Id`).map((id) => ({ kind, path, id })),
  );
  const notices = asked.length > 0 ? asked : lastSegment(path);
  return notices.length > 0 && notices.every(({ id }) => isId(id)) ? notices : undefined;
}

/** `/events/` is `/events`. */
export function trimSlashes(path: string): string {
  return path.replace(/\/+$/, '') || '/';
}

function lastSegment(path: string): readonly WebhookNotice[] {
  const slash = path.lastIndexOf('/');
  const id = decodeSegment(path.slice(slash + 1));
  return id === undefined ? [] : [{ kind: 'unsaid', path: path.slice(0, slash) || '/', id }];
}

function decodeSegment(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function isId(id: string): boolean {
  return id.trim() !== '' && id.length <= limits.identifier && !/\p{Cc}/u.test(id);
}
