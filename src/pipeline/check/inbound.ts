import type { Document } from '../../formats/interface.ts';
import type { Checked, Identity } from '../../journal/message.ts';
import type { TreeDocument } from '../../tree/node.ts';
import type { Finding } from '../../types.ts';
import { type InboundChannel, readOptions } from '../channel.ts';
import type { Toolbox } from '../workers/toolbox.ts';
import { accountOf, inboundIdentity, issuedOf, keyOf } from './document-identity.ts';
import { embeddedElements, embeddedFindings, wantsUpload } from './embedded.ts';
import { openFile, worstOf } from './file.ts';
import { unusableAccount, unusableInXml } from './identifiers.ts';
import type { Arrived, CheckedTree, CheckResult } from './interface.ts';
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
  const { tree, findings: read } = tools
    .format(channel.settings.document)
    .read(document, readOptions(channel));
  const found = [...before, ...(document.findings ?? []), ...read];
  return { result: verdictOn(tools, channel, tree, found), ...(tree ? { tree } : {}) };
}

function verdictOn(
  tools: Toolbox,
  channel: InboundChannel,
  tree: TreeDocument | undefined,
  found: readonly Finding[],
): CheckResult {
  const unusable = tree ? unusableIdentifiers(tools, channel, tree) : [];
  const findings = tree ? [...found, ...embeddedFindings(tree, channel), ...unusable] : found;
  const identity = tree && unusable.length === 0 ? inboundIdentity(tools, channel, tree) : {};
  if (worstOf(findings)) return stopped(findings, identity);
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
