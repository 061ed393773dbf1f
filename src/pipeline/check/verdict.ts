import { isDeeperThan } from '../../exchange/json-cut.ts';
import { finding, forPerson } from '../../findings/messages.ts';
import type { Identity } from '../../journal/message.ts';
import { limits } from '../../limits.ts';
import type { Finding, Language } from '../../types.ts';
import type { Channel } from '../channel.ts';
import type { CheckResult } from './interface.ts';

export const ignored = (
  reason: string,
  identity: Identity,
  findings: readonly Finding[] = [],
): CheckResult => ({
  verdict: 'ignored',
  reason,
  findings,
  identity,
});

export function unknownShape({ language }: Channel, bytes: Uint8Array): CheckResult {
  return putAside(shapeFinding(bytes, language));
}

/** Parked without a key: it holds back nothing. */
export const putAside = (found: Finding): CheckResult => ({
  verdict: 'parked',
  reason: found.message,
  findings: [found],
  identity: {},
});

function shapeFinding(bytes: Uint8Array, language: Language): Finding {
  if (isDeeperThan(limits.jsonDepth, Buffer.from(bytes).toString('utf8')))
    return forPerson(finding('document-too-deep', { most: limits.jsonDepth }, {}, language));
  return finding(isJson(bytes) ? 'event-unknown-shape' : 'event-not-json', {}, {}, language);
}

function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return true;
  } catch {
    return false;
  }
}
