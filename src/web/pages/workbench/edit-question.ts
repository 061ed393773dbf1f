import type {
  MappingAnswer,
  PreviewQuestion,
  SourceReferenceModel,
  SourcesAnswer,
} from '../../../api/model/mapping-model.ts';
import { address } from '../../shell/address.ts';
import { mayAdminister } from '../../shell/session.ts';
import { firstSource, readSituation, readSource } from './source/source-address.ts';

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
