import { z } from 'zod';
import { limits } from '../limits.ts';
import { isDeeperThan } from './json-cut.ts';

/** A value of another type than expected is as good as none: what we read of a document must not depend on the rest. */
export const text = z.string().min(1).optional().catch(undefined);
export const number = z.number().optional().catch(undefined);

export function parsed(json: Uint8Array): unknown {
  const decoded = new TextDecoder().decode(json);
  if (isDeeperThan(limits.jsonDepth, decoded)) return undefined;
  try {
    return JSON.parse(decoded);
  } catch {
    return undefined; // no JSON: nothing can be read of it
  }
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Filled<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The members that have a value. */
export function filled<T extends object>(members: T): Filled<T> {
  const result: Filled<T> = {};
  for (const key in members) {
    const value = members[key];
    if (isFilled(value)) result[key] = value;
  }
  return result;
}

const isFilled = <V>(value: V): value is Exclude<V, undefined> => value !== undefined;

const call = z.looseObject({
  eventName: text,
  meta: z.looseObject({ messageId: text }).optional().catch(undefined),
});

/** What a webhook call says of itself, whatever it is about. The message id may stand inside of what it carries. */
export function envelopeOf(json: Uint8Array): { readonly eventName?: string; readonly messageId?: string } {
  const value = parsed(json);
  if (!isObject(value)) return {};
  const { eventName } = call.parse(value);
  const ids = [value, ...Object.values(value).filter(isObject)].map(
    (part) => call.parse(part).meta?.messageId,
  );
  return filled({ eventName, messageId: ids.find((id) => id !== undefined) });
}
