import type { SourceReferenceModel, SourcesAnswer } from '../../../../api/model/mapping-model.ts';
import { CommittedField } from '../../../parts/forms/committed-field.tsx';
import { address, changeQuery } from '../../../shell/address.ts';
import { words } from '../../../shell/language.ts';
import { writeSource } from './source-address.ts';

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
