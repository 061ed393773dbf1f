import type {
  MappingAnswer,
  PreviewQuestion,
  SituationModel,
  SourceReferenceModel,
  SourcesAnswer,
} from '../../../api/model/mapping-model.ts';
import { address } from '../../shell/address.ts';
import { mayAdminister } from '../../shell/session.ts';

/** Who types: each window has a turn of its own. */
const page = crypto.randomUUID();

/** What the address and the text ask; undefined: there is no document. */
export function buildQuestion(
  mapping: MappingAnswer,
  sources: SourcesAnswer,
  own: string | undefined,
): PreviewQuestion | undefined {
  const { name } = mapping;
  const { query } = address.value;
  const source = readSource(query.get('source')) ?? firstSource(name, sources);
  if (!source) return undefined;
  return {
    ...{ name, chain: chooseChain(mapping, sources, source), source, page },
    situation: readSituation(query),
    document: Math.max(0, Math.floor(Number(query.get('doc') ?? 1)) - 1) || 0,
    edits: listEdits(mapping, own),
  };
}

/** What is typed of this mapping, over the other files of the draft: rows of tables, and a format that is new. */
function listEdits(
  { name, own: saved, draft }: MappingAnswer,
  own: string | undefined,
): Record<string, string> {
  const kept = Object.entries(mayAdminister.value ? (draft?.files ?? {}) : {});
  const others = Object.fromEntries(kept.filter(([path]) => /^(tables|formats)\//.test(path)));
  return own === undefined || own === saved ? others : { ...others, [`${name}.yaml`]: own };
}

/** As the address says it, else as the channel of the message runs it, else as a channel runs it that begins with it. */
function chooseChain(
  { name, chains }: MappingAnswer,
  { messages }: SourcesAnswer,
  source: SourceReferenceModel,
): string[] {
  const asked = address.value.query.get('chain');
  const named = asked?.split(',').filter((one) => /^[a-z0-9-]+$/.test(one));
  if (named?.includes(name)) return named;
  const message = source.kind === 'message' ? messages.find(({ id }) => id === source.id) : undefined;
  return message?.chain ?? chains.find(([first]) => first === name) ?? [name];
}

/** What is tried, as the address says it: `message:48012`, `fixture:full`, `sample:good/order-full.xml`. */
export function readSource(text: string | null): SourceReferenceModel | undefined {
  const [kind, name = ''] = text?.split(/:(.*)/s) ?? [];
  if (kind === 'message' && /^[1-9]\d{0,14}$/.test(name)) return { kind, id: Number(name) };
  return (kind === 'fixture' || kind === 'sample') && name !== '' ? { kind, name } : undefined;
}

export const writeSource = (source: SourceReferenceModel): string =>
  source.kind === 'message' ? `message:${source.id}` : `${source.kind}:${source.name}`;

/** The newest message whose document the mapping reads itself, else a fixture, else a message that others read before, else a sample. */
export function firstSource(
  name: string,
  { messages, fixtures, samples }: SourcesAnswer,
): SourceReferenceModel | undefined {
  const own = messages.find(({ chain: [first] }) => first === name);
  const [fixture, sample] = [fixtures[0], samples[0]];
  const message = own ?? (fixture === undefined ? messages[0] : undefined);
  if (message) return { kind: 'message', id: message.id };
  if (fixture !== undefined) return { kind: 'fixture', name: fixture };
  return sample === undefined ? undefined : { kind: 'sample', name: sample };
}

export function readSituation(query: URLSearchParams): SituationModel {
  const as = query.get('as');
  const message = Number(query.get('after'));
  if (as === 'after' && Number.isSafeInteger(message) && message > 0) return { kind: 'after', message };
  return { kind: as === 'first' ? 'first' : 'then' };
}
