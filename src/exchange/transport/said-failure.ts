import { isObject, parseBoundedJson } from '../documents/event-envelope.ts';

/**
 * Does the body of a 2xx say the opposite? The specification shows none; what is known of the exchange answers `{"ok":true}`. An order
 * that was counted as taken would be lost.
 */
export function saysFailure(bytes: Uint8Array): boolean {
  const body = parseBoundedJson(bytes);
  if (!isObject(body) || body.ok === true) return false;
  const { ok, success, error, errors } = body;
  return ok === false || success === false || isSaid(error) || isSaid(errors);
}

const isSaid = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
