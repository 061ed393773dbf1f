import type { FileDocument } from '../../formats/document-format.ts';
import type { CheckedMessage, MessageIdentity, TranslatedPart } from '../../journal/model/message.ts';
import { locateInSource } from '../../mapping/explain/provenance.ts';
import type { TreeDocument } from '../../tree/nodes/tree-node.ts';
import type { Finding } from '../../types.ts';
import type { InboundChannel } from '../channel/channel.ts';
import type { ChannelRuntime } from '../runtime/channel-runtime.ts';
import { buildIgnored } from './build-check-result.ts';
import type { CheckedTree, CheckInput, CheckVerdict } from './check-verdict.ts';
import { cutFile, findWorst } from './cut-file.ts';
import { checkEmbeddedFiles, listEmbeddedElements, needsUpload } from './embedded-files.ts';
import { orderKeyOf, readInboundIdentity, readIssued, resolveAccount } from './inbound-identity.ts';
import { type CheckedDocument, readForCheck } from './translate-document.ts';
import { findUnusableAccount, findUnusableInXml } from './unusable-identifiers.ts';

/** A file of the ERP, or a document that was cut out of one. */
export function checkInbound(
  tools: ChannelRuntime,
  channel: InboundChannel,
  { bytes, source, inFile, takers = [channel] }: CheckInput,
): CheckedTree {
  if (inFile) return checkOneDocument(tools, channel, { bytes, ...inFile });
  const file = cutFile(tools, channel, takers, bytes, source);
  if (file.kind === 'several') return { result: { verdict: 'split', ...file.split } };
  if (file.kind === 'one') return checkOneDocument(tools, channel, file.document, file.findings);
  if (file.kind === 'refused') return { result: buildStopped(file.findings, {}) };
  return { result: buildIgnored('The file holds no document.', {}, file.findings) };
}

/** `before`: what was found of the file as a whole. */
function checkOneDocument(
  tools: ChannelRuntime,
  channel: InboundChannel,
  document: FileDocument,
  before: readonly Finding[] = [],
): CheckedTree {
  const read = readForCheck(tools, channel, document);
  const { tree, made } = read;
  const findings = [...before, ...(document.findings ?? []), ...read.findings];
  const translated = made && { bytes: made.bytes, by: made.by };
  const result = judgeDocument(tools, channel, { ...read, findings });
  return {
    result: translated ? withTranslation(result, translated) : result,
    ...(tree ? { tree } : {}),
    ...(translated ? { translated } : {}),
    ...(made ? { step: made.step } : {}),
  };
}

/** The SCSN document that was judged is kept, whatever the verdict. */
function withTranslation(result: CheckVerdict, translated: TranslatedPart): CheckVerdict {
  if (result.verdict === 'ready') return { ...result, checked: { ...result.checked, translated } };
  return 'identity' in result ? { ...result, identity: { ...result.identity, translated } } : result;
}

function judgeDocument(
  tools: ChannelRuntime,
  channel: InboundChannel,
  { tree, made, stop, findings: found }: CheckedDocument,
): CheckVerdict {
  const steps = made ? [made.step] : [];
  const { language } = channel;
  const unusable = tree ? findUnusableIdentifiers(tools, channel, tree) : [];
  const more = tree ? [...checkEmbeddedFiles(tree, channel), ...unusable] : [];
  const findings = [...found, ...locateInSource(more, steps, language)];
  const identity = tree && unusable.length === 0 ? readInboundIdentity(tools, channel, tree) : {};
  if (stop?.as === 'ignored') return buildIgnored(stop.finding.message, identity, findings);
  const all = stop ? [...findings, stop.finding] : findings;
  if (findWorst(all)) return buildStopped(all, identity);
  return {
    verdict: 'ready',
    checked: {
      ...identity,
      ...orderKeyOf(identity),
      ...readIssued(tree),
      ...buildUpload(tree, channel),
      findings,
    },
  };
}

/** Later ones of that order wait for a parked one. */
function buildStopped(findings: readonly Finding[], identity: MessageIdentity): CheckVerdict {
  const worst = findWorst(findings);
  const isParked = worst?.severity === 'park';
  return {
    verdict: isParked ? 'parked' : 'rejected',
    reason: worst?.message ?? '',
    findings,
    identity: isParked ? { ...identity, ...orderKeyOf(identity) } : identity,
  };
}

function buildUpload(
  tree: TreeDocument | undefined,
  channel: InboundChannel,
): Pick<CheckedMessage, 'gather'> {
  const count = tree && channel.upload && needsUpload(channel) ? listEmbeddedElements(tree).length : 0;
  return count > 0 ? { gather: { what: 'upload', id: String(count) } } : {};
}

function findUnusableIdentifiers(
  tools: ChannelRuntime,
  channel: InboundChannel,
  tree: TreeDocument,
): readonly Finding[] {
  const found = findUnusableInXml(tree, channel.language);
  return found.length > 0
    ? found
    : findUnusableAccount(resolveAccount(tools, channel, tree), channel.language);
}
