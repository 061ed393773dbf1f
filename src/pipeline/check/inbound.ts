import type { Document } from '../../formats/interface.ts';
import type { Checked, Identity, TranslatedPart } from '../../journal/message.ts';
import { ledBack } from '../../mapping/lead-back.ts';
import type { TreeDocument } from '../../tree/node.ts';
import type { Finding } from '../../types.ts';
import type { InboundChannel } from '../channel.ts';
import type { Toolbox } from '../workers/toolbox.ts';
import { accountOf, inboundIdentity, issuedOf, keyOf } from './document-identity.ts';
import { embeddedElements, embeddedFindings, wantsUpload } from './embedded.ts';
import { openFile, worstOf } from './file.ts';
import { unusableAccount, unusableInXml } from './identifiers.ts';
import type { Arrived, CheckedTree, CheckResult } from './interface.ts';
import { type CheckedDocument, readChecked } from './translate.ts';
import { ignored } from './verdict.ts';

/** A file of the ERP, or a document that was cut out of one. */
export function checkInbound(
  tools: Toolbox,
  channel: InboundChannel,
  { bytes, source, inFile, takers = [channel] }: Arrived,
): CheckedTree {
  if (inFile) return checkDocument(tools, channel, { bytes, ...inFile });
  const file = openFile(tools, channel, takers, bytes, source);
  if (file.kind === 'several') return { result: { verdict: 'split', ...file.split } };
  if (file.kind === 'one') return checkDocument(tools, channel, file.document, file.findings);
  if (file.kind === 'refused') return { result: stopped(file.findings, {}) };
  return { result: ignored('The file holds no document.', {}, file.findings) };
}

/** `before`: what was found of the file as a whole. */
function checkDocument(
  tools: Toolbox,
  channel: InboundChannel,
  document: Document,
  before: readonly Finding[] = [],
): CheckedTree {
  const read = readChecked(tools, channel, document);
  const { tree, made } = read;
  const findings = [...before, ...(document.findings ?? []), ...read.findings];
  const translated = made && { bytes: made.bytes, by: made.by };
  const result = verdictOn(tools, channel, { ...read, findings });
  return {
    result: translated ? withEvidence(result, translated) : result,
    ...(tree ? { tree } : {}),
    ...(translated ? { translated } : {}),
    ...(made ? { step: made.step } : {}),
  };
}

/** The SCSN document that was judged is kept, whatever the verdict. */
function withEvidence(result: CheckResult, translated: TranslatedPart): CheckResult {
  if (result.verdict === 'ready') return { ...result, checked: { ...result.checked, translated } };
  return 'identity' in result ? { ...result, identity: { ...result.identity, translated } } : result;
}

function verdictOn(
  tools: Toolbox,
  channel: InboundChannel,
  { tree, made, stop, findings: found }: CheckedDocument,
): CheckResult {
  const steps = made ? [made.step] : [];
  const { language } = channel;
  const unusable = tree ? unusableIdentifiers(tools, channel, tree) : [];
  const more = tree ? [...embeddedFindings(tree, channel), ...unusable] : [];
  const findings = [...found, ...ledBack(more, steps, language)];
  const identity = tree && unusable.length === 0 ? inboundIdentity(tools, channel, tree) : {};
  if (stop?.as === 'ignored') return ignored(stop.finding.message, identity, findings);
  const all = stop ? [...findings, stop.finding] : findings;
  if (worstOf(all)) return stopped(all, identity);
  return {
    verdict: 'ready',
    checked: { ...identity, ...keyOf(identity), ...issuedOf(tree), ...uploadOf(tree, channel), findings },
  };
}

/** Later ones of that order wait for a parked one. */
function stopped(findings: readonly Finding[], identity: Identity): CheckResult {
  const worst = worstOf(findings);
  const isParked = worst?.severity === 'park';
  return {
    verdict: isParked ? 'parked' : 'rejected',
    reason: worst?.message ?? '',
    findings,
    identity: isParked ? { ...identity, ...keyOf(identity) } : identity,
  };
}

function uploadOf(tree: TreeDocument | undefined, channel: InboundChannel): Pick<Checked, 'gather'> {
  const count = tree && channel.upload && wantsUpload(channel) ? embeddedElements(tree).length : 0;
  return count > 0 ? { gather: { what: 'upload', id: String(count) } } : {};
}

function unusableIdentifiers(
  tools: Toolbox,
  channel: InboundChannel,
  tree: TreeDocument,
): readonly Finding[] {
  const found = unusableInXml(tree, channel.language);
  return found.length > 0 ? found : unusableAccount(accountOf(tools, channel, tree), channel.language);
}
