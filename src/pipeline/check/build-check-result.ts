import { findJsonExcess } from '../../exchange/documents/json-parts.ts';
import { createFinding, parkFinding } from '../../findings/create-finding.ts';
import type { MessageIdentity } from '../../journal/model/message.ts';
import { limits } from '../../limits.ts';
import type { Finding, Language } from '../../types.ts';
import type { Channel } from '../channel/channel.ts';
import type { CheckVerdict } from './check-verdict.ts';

export const buildIgnored = (
  reason: string,
  identity: MessageIdentity,
  findings: readonly Finding[] = [],
): CheckVerdict => ({
  verdict: 'ignored',
  reason,
  findings,
  identity,
});

export function buildUnknownShape({ language }: Channel, bytes: Uint8Array): CheckVerdict {
  return buildParkedCheck(createShapeFinding(bytes, language));
}

/** Parked without a key: it holds back nothing. */
export const buildParkedCheck = (found: Finding): CheckVerdict => ({
  verdict: 'parked',
  reason: found.message,
  findings: [found],
  identity: {},
});

function createShapeFinding(bytes: Uint8Array, language: Language): Finding {
  const excess = findJsonExcess(Buffer.from(bytes).toString('utf8'));
  if (excess !== undefined) {
    const [code, most] = excesses[excess];
    return parkFinding(createFinding(code, { most: most.toLocaleString('en-US') }, {}, language));
  }
  return createFinding(isJson(bytes) ? 'event-unknown-shape' : 'event-not-json', {}, {}, language);
}

const excesses = {
  deep: ['document-too-deep', limits.jsonDepth],
  large: ['document-too-large', limits.jsonValues],
  wide: ['json-too-many-members', limits.jsonMembers],
} as const;

function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return true;
  } catch {
    return false;
  }
}
