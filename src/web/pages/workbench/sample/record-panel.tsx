import { useRef } from 'preact/hooks';
import type {
  ProposedFieldModel,
  SampleCorrectionsModel,
  SampleProposalModel,
} from '../../../../api/model/workbench/sample-model.ts';
import { words } from '../../../shell/language.ts';
import {
  addStart,
  changeRole,
  type DocumentKind,
  limitsOfStart,
  listPlacedFields,
  moveStart,
  removeStart,
} from './correct-sample.ts';
import { Choice } from './sample-settings.tsx';

interface PanelProps {
  readonly proposal: SampleProposalModel;
  readonly corrections: SampleCorrectionsModel;
  readonly kind: DocumentKind;
  readonly record: string;
  /** What records are for is said by the tree of a format that is kept. */
  readonly isKept: boolean;
  onRecord(record: string): void;
  onCorrect(corrections: SampleCorrectionsModel): void;
}

const roles = ['order', 'line', 'delivery', 'detail', 'header', 'trailer'] as const;

/** What records of one type are for; of fixed places, a ruler with the beginnings of their fields. */
export function RecordPanel(props: PanelProps) {
  const { proposal, kind, corrections, record, isKept, onRecord, onCorrect } = props;
  const { sample: texts } = words.value;
  const shown = proposal.records.find(({ type }) => type === record);
  const example = proposal.rows.find((row) => row.record === record)?.cells[0] ?? '';
  return (
    <section class="sample-record" aria-label={texts.recordsOf(record)}>
      <p class="sample-kinds">
        {proposal.records.map(({ type, role }) => (
          <button
            key={type}
            type="button"
            class="chip"
            aria-pressed={type === record}
            onClick={() => onRecord(type)}
          >
            <code>{type}</code> {!isKept && texts.roles[kind][role]}
          </button>
        ))}
      </p>
      <p>
        <code>{record}</code> {texts.count(shown?.count ?? 0)}{' '}
        {!isKept && (
          <Choice
            label={texts.role}
            value={shown?.role ?? 'detail'}
            options={roles}
            render={(one) => texts.roles[kind][one]}
            onChoose={(role) => onCorrect(changeRole(corrections, proposal, record, role))}
          />
        )}
      </p>
      {proposal.recordType && (
        <>
          <Ruler {...{ proposal, corrections, record, example, onCorrect }} />
          <p class="muted">{texts.rulerHint}</p>
        </>
      )}
    </section>
  );
}

interface RulerProps extends Omit<PanelProps, 'onRecord' | 'kind' | 'isKept'> {
  /** A line of this type. */
  readonly example: string;
}

/** A beginning is moved by dragging or by arrow keys; a click between two makes one, Delete takes one away. */
function Ruler(props: RulerProps) {
  const { proposal, corrections, record, onCorrect } = props;
  const fields = listPlacedFields(corrections, proposal, record);
  const onSplit = (at: number): void => onCorrect(addStart(corrections, proposal, record, at));
  return (
    <div class="scroll sample-ruler">
      <RulerText {...{ ...props, fields, onSplit }} />
      <SplitButtons {...{ fields, onSplit }} />
    </div>
  );
}

interface FieldsProps {
  readonly fields: readonly ProposedFieldModel[];
  /** Another field begins at this character, 1-based. */
  onSplit(at: number): void;
}

function RulerText(props: RulerProps & FieldsProps) {
  const { proposal, corrections, record, example, onCorrect, fields, onSplit } = props;
  const width = Math.max(example.length, ...fields.map(({ first = 1, length = 0 }) => first - 1 + length), 1);
  const { ruler, characterAt } = useRuler(width);
  const limitsOf = (start: number) => limitsOfStart(fields, proposal, start);
  const move = (from: number, wanted: number): void => {
    const { least, most } = limitsOf(from);
    const to = Math.min(most, Math.max(least, wanted));
    if (to !== from) onCorrect(moveStart(corrections, proposal, record, { from, to }));
  };
  const { at = 0, length = 1 } = proposal.recordType ?? {};
  const split = (event: MouseEvent): void => {
    const start = characterAt(event.clientX);
    const isFree = start >= at + length && fields.every(({ first }) => first !== start);
    if (isFree && !isBoundary(event.target)) onSplit(start);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: whoever has no mouse splits a field by its button
    <div class="sample-ruler-text" ref={ruler} onDblClick={split}>
      {listParts(example.padEnd(width), fields).map(({ part, field }, n) => (
        <span key={n} class={field ? 'f' : 'q'}>
          {field?.first !== undefined && (
            <Boundary
              {...{ name: field.name, first: field.first, limits: limitsOf(field.first), characterAt }}
              onMove={move}
              onRemove={(start) => onCorrect(removeStart(corrections, proposal, record, start))}
            />
          )}
          {part}
        </span>
      ))}
    </div>
  );
}

/** `characterAt`: the character under the pointer, 1-based. */
function useRuler(width: number) {
  const ruler = useRef<HTMLDivElement>(null);
  const characterAt = (clientX: number): number => {
    const box = ruler.current?.getBoundingClientRect();
    return box ? Math.round(((clientX - box.left) / box.width) * width) + 1 : 1;
  };
  return { ruler, characterAt };
}

const isBoundary = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role=slider]') !== null;

function SplitButtons({ fields, onSplit }: FieldsProps) {
  const { sample: texts } = words.value;
  return (
    <p class="sample-splits">
      {fields
        .filter(({ length = 0 }) => length > 1)
        .map(({ id, name, first = 1, length = 2 }) => (
          <button
            key={id}
            type="button"
            class="ghost"
            onClick={() => onSplit(first + Math.floor(length / 2))}
          >
            {texts.split(name)}
          </button>
        ))}
    </p>
  );
}

interface RulerPart {
  readonly part: string;
  /** Absent: what says which record it is. */
  readonly field?: ProposedFieldModel;
}

function listParts(text: string, fields: readonly ProposedFieldModel[]): readonly RulerPart[] {
  const [first] = fields;
  const head = text.slice(0, (first?.first ?? text.length + 1) - 1);
  const parts = fields.map((field, n) => {
    const end = fields[n + 1]?.first ?? text.length + 1;
    return { part: text.slice((field.first ?? 1) - 1, end - 1), field };
  });
  return [{ part: head }, ...parts];
}

interface BoundaryProps {
  readonly name: string;
  /** Where it stands: a character, 1-based. */
  readonly first: number;
  readonly limits: ReturnType<typeof limitsOfStart>;
  characterAt(clientX: number): number;
  onMove(from: number, to: number): void;
  onRemove(first: number): void;
}

function Boundary({ name, first, limits, characterAt, onMove, onRemove }: BoundaryProps) {
  const { sample: texts } = words.value;
  const press = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
    const step = steps[event.key];
    if (step !== undefined) onMove(first, first + step);
    else if (event.key === 'Delete' || event.key === 'Backspace') onRemove(first);
    else return;
    event.preventDefault();
  };
  const drag = (event: PointerEvent): void => {
    if (!(event.currentTarget instanceof HTMLElement)) return;
    const handle = event.currentTarget;
    handle.setPointerCapture(event.pointerId);
    const drop = (end: PointerEvent): void => {
      handle.removeEventListener('pointerup', drop);
      onMove(first, characterAt(end.clientX));
    };
    handle.addEventListener('pointerup', drop);
  };
  return (
    <span
      class="sample-boundary"
      role="slider"
      tabIndex={0}
      aria-label={texts.beginningOf(name)}
      aria-valuemin={limits.least}
      aria-valuemax={limits.most}
      aria-valuenow={first}
      onKeyDown={press}
      onPointerDown={drag}
    />
  );
}
