import { z } from 'zod';
import { findJsonExcess } from './json-parts.ts';

/** A value of another type than expected is as good as none: what we read of a document must not depend on the rest. */
export const optionalText = z.string().min(1).optional().catch(undefined);
export const optionalNumber = z.number().optional().catch(undefined);

export function parseBoundedJson(json: Uint8Array): unknown {
  const decoded = new TextDecoder().decode(json);
  if (findJsonExcess(decoded)) return undefined;
  try {
    return JSON.parse(decoded);
  } catch {
    return undefined; // no JSON: nothing can be read of it
  }
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type FilledMembers<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The members that have a value. */
export function omitUndefined<T extends object>(members: T): FilledMembers<T> {
  const result: FilledMembers<T> = {};
  for (const key in members) {
    const value = members[key];
    if (isDefined(value)) result[key] = value;
  }
  return result;
}

const isDefined = <V>(value: V): value is Exclude<V, undefined> => value !== undefined;

const call = z.object({
  eventName: optionalText,
  meta: z.object({ messageId: optionalText }).optional().catch(undefined),
});

export interface EventEnvelope {
  readonly eventName?: string;
  readonly messageId?: string;
}

/** What a webhook call says of itself, whatever it is about. The message id may stand inside of what it carries. */
export const readEventEnvelope = (json: Uint8Array): EventEnvelope =>
  findEventEnvelope(parseBoundedJson(json));

/** The same of a body that was parsed. */
export function findEventEnvelope(value: unknown): EventEnvelope {
  if (!isObject(value)) return {};
  const { eventName } = call.parse(value);
  const ids = [value, ...Object.values(value).filter(isObject)].map(
    (part) => call.parse(part).meta?.messageId,
  );
  return omitUndefined({ eventName, messageId: ids.find((id) => id !== undefined) });
}
