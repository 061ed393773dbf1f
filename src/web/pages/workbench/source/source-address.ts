import type {
  SituationModel,
  SourceReferenceModel,
  SourcesAnswer,
} from '../../../../api/model/mapping-model.ts';

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
