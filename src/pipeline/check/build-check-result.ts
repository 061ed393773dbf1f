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
  if (excess === 'deep')
    return parkFinding(createFinding('document-too-deep', { most: limits.jsonDepth }, {}, language));
  if (excess === 'large') {
    const most = limits.jsonValues.toLocaleString('en-US');
    return parkFinding(createFinding('document-too-large', { most }, {}, language));
  }
  return createFinding(isJson(bytes) ? 'event-unknown-shape' : 'event-not-json', {}, {}, language);
}

function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return true;
  } catch {
    return false;
  }
}
