import type {
  ProposedGroupModel,
  ProposedPlaceModel,
  ProposedSegmentsModel,
  SampleCorrectionsModel,
  ValueUseModel,
} from '../../../../api/model/workbench/sample-model.ts';
import { Icon } from '../../../parts/icons.tsx';
import { words } from '../../../shell/language.ts';
import { changeGroup, changeMeaning, type DocumentKind, leaveOut } from './correct-sample.ts';
import { MeaningChoice } from './meaning-choice.tsx';
import { fieldRowId } from './sample-table.tsx';

interface TableProps {
  readonly kind: DocumentKind;
  readonly segments: ProposedSegmentsModel;
  readonly corrections: SampleCorrectionsModel;
  onCorrect(corrections: SampleCorrectionsModel): void;
}

/** What segments of EDIFACT or an IDoc hold: what those of one code are, and where each value goes. */
export function SegmentTable({ segments: { groups, meanings }, kind, corrections, onCorrect }: TableProps) {
  const { sample: texts } = words.value;
  return (
    <>
      <h2 class="sample-head">
        {texts.recognised} <small>{texts.eachCanChange}</small>
      </h2>
      <div class="scroll sample-sideways">
        <table class="sample-fields sample-segments">
          <thead>
            <tr>
              <th scope="col">{texts.place}</th>
              <th scope="col">{texts.example}</th>
              <th scope="col">{texts.goesTo}</th>
              <th scope="col">{texts.inDocument[kind]}</th>
            </tr>
          </thead>
          {groups.map((group) => (
            <tbody key={group.id}>
              <GroupRow {...{ group, corrections, onCorrect }} />
              {group.places.map((place) => (
                <PlaceRow key={place.id} {...{ kind, group, place, meanings, corrections, onCorrect }} />
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </>
  );
}

interface GroupProps extends Pick<TableProps, 'corrections' | 'onCorrect'> {
  readonly group: ProposedGroupModel;
}

function GroupRow({ group, corrections, onCorrect }: GroupProps) {
  const { sample: texts } = words.value;
  const { id, label, count, line, roles } = group;
  const role = corrections.groups?.[id] ?? '';
  return (
    <tr class={role === '' ? 'is-group' : 'is-group mine'}>
      <th scope="rowgroup" colSpan={3}>
        <code>{label}</code> <small class="muted">{texts.segmentsFrom(count, line)}</small>
      </th>
      <td>
        {roles.length > 0 && (
          <select
            class="in"
            aria-label={texts.roleOf(label)}
            value={role}
            onChange={({ currentTarget }) => onCorrect(changeGroup(corrections, id, currentTarget.value))}
          >
            <option value="">{texts.asDelivered}</option>
            {roles.map((one) => (
              <option key={one} value={one}>
                {texts.segmentRoles[one] ?? one}
              </option>
            ))}
          </select>
        )}
      </td>
    </tr>
  );
}

interface PlaceProps extends GroupProps {
  readonly kind: DocumentKind;
  readonly place: ProposedPlaceModel;
  readonly meanings: readonly string[];
}

function PlaceRow({ kind, group, place, meanings, corrections, onCorrect }: PlaceProps) {
  const { sample: texts } = words.value;
  const { id, label, examples } = place;
  const said = corrections.fields?.[id] ?? {};
  const isMine = said.leaveOut !== undefined || (said.meaning ?? '') !== '';
  return (
    <tr class={isMine ? 'mine' : undefined}>
      <th scope="row">{label}</th>
      <td class="mono" title={examples.join(' · ')}>
        {examples[0]}
      </td>
      <td>
        <GoesTo place={place} />
      </td>
      <td>
        <MeaningChoice
          id={fieldRowId(id)}
          kind={kind}
          called={`${group.label}, ${label}`}
          meaning={said.meaning ?? ''}
          meanings={meanings}
          otherwise={texts.asDelivered}
          leaveOut={said.leaveOut}
          onMeaning={(meaning) => onCorrect(changeMeaning(corrections, id, meaning, meaning === 'note'))}
          onLeaveOut={(reason) => onCorrect(leaveOut(corrections, id, reason))}
        />
      </td>
    </tr>
  );
}

/** The last two names of a member: the others stand in every order. */
const shortOf = (target: string): string =>
  target
    .split('/')
    .slice(-2)
    .map((name) => name.replace(/^\w+:/, ''))
    .join('/');

/** Where values of a place go. */
export function GoesTo({ place: { fate, targets } }: { readonly place: ValueUseModel }) {
  const { sample: texts } = words.value;
  const [first] = targets;
  if (first !== undefined && fate !== 'lost')
    return (
      <code class="sample-target" title={targets.join('\n')}>
        {shortOf(first)}
      </code>
    );
  if (fate === 'lost')
    return (
      <span class="st">
        <Icon name="parked" tone="warn" /> {texts.fates.lost}
      </span>
    );
  return <span class="muted">{texts.fates[fate]}</span>;
}
