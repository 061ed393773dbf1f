import type {
  SituationModel,
  SourceReferenceModel,
  SourcesAnswer,
} from '../../../api/model/mapping-model.ts';
import { CommittedField } from '../../parts/forms/committed-field.tsx';
import { address, changeQuery } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';

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

/** Of files that somebody has put beside the mappings: they are found before the delivered ones. */
const ownSamples = 'yours/';

interface ChooserProps {
  readonly sources: SourcesAnswer;
  readonly source: SourceReferenceModel | undefined;
}

export function DocumentChooser({ sources, source }: ChooserProps) {
  const { panes } = words.value;
  const { messages, fixtures, samples } = sources;
  const own = samples.filter((name) => name.startsWith(ownSamples));
  const delivered = samples.filter((name) => !name.startsWith(ownSamples));
  const chosen = source ? writeSource(source) : '';
  const isListed = [
    ...messages.map(({ id }) => `message:${id}`),
    ...fixtures.map((name) => `fixture:${name}`),
    ...samples.map((name) => `sample:${name}`),
  ].includes(chosen);
  return (
    <select
      class="in wb-select"
      aria-label={panes.chooseDocument}
      value={chosen}
      onChange={({ currentTarget }) =>
        changeQuery({ source: currentTarget.value, doc: undefined, chain: undefined })
      }
    >
      {!isListed && chosen !== '' && <option value={chosen}>{chosen.replace(':', ' ')}</option>}
      <Group
        label={panes.messagesGroup}
        of="message"
        names={messages.map(({ id }) => String(id))}
        texts={messages.map(({ id, name }) => panes.messageOption(id, name))}
      />
      <Group
        label={panes.ownSamplesGroup}
        of="sample"
        names={own}
        texts={own.map((name) => name.slice(ownSamples.length))}
      />
      <Group label={panes.fixturesGroup} of="fixture" names={fixtures} texts={fixtures} />
      <Group label={panes.samplesGroup} of="sample" names={delivered} texts={delivered} />
    </select>
  );
}

interface GroupProps {
  readonly label: string;
  readonly of: SourceReferenceModel['kind'];
  readonly names: readonly string[];
  readonly texts: readonly string[];
}

function Group({ label, of, names, texts }: GroupProps) {
  if (names.length === 0) return null;
  return (
    <optgroup label={label}>
      {names.map((name, n) => (
        <option key={name} value={`${of}:${name}`}>
          {texts[n]}
        </option>
      ))}
    </optgroup>
  );
}

/** What the mapping is told of the order. */
export function SituationChooser({ isMessage }: { readonly isMessage: boolean }) {
  const { panes } = words.value;
  const { query } = address.value;
  const as = query.get('as') ?? 'then';
  return (
    <>
      <select
        class="in wb-select wb-situation"
        aria-label={panes.situation}
        value={as}
        onChange={({ currentTarget }) =>
          changeQuery({ as: currentTarget.value === 'then' ? undefined : currentTarget.value })
        }
      >
        <option value="then">{panes.asThen}</option>
        <option value="first">{panes.asFirst}</option>
        {isMessage && <option value="after">{panes.asAfter}</option>}
      </select>
      {as === 'after' && isMessage && (
        <CommittedField
          class="in wb-number"
          inputMode="numeric"
          aria-label={panes.afterMessage}
          placeholder="48011"
          value={query.get('after') ?? ''}
          onCommit={(number) => changeQuery({ after: number.trim() || undefined })}
        />
      )}
    </>
  );
}
