import { useState } from 'preact/hooks';
import type {
  LinesAnswer,
  MessageFinding,
  ShownDocument,
  ShownPart,
} from '../../../api/model/message-model.ts';
import { formatCount } from '../../parts/times.ts';
import { call } from '../../shell/call-api.ts';
import { words } from '../../shell/language.ts';
import { CodeLine } from './code-line.tsx';
import { FindingNote, type PlacedFinding } from './finding-note.tsx';

interface CodeViewProps {
  readonly id: number;
  readonly document: ShownDocument;
  /** Absent: it is a document that none can be about. */
  readonly findings?: readonly MessageFinding[];
  readonly label: string;
}

/** A document with its findings below their lines; what has none is folded, and asked for when it is opened. */
export function CodeView({ id, document, findings, label }: CodeViewProps) {
  const [more, setMore] = useState<readonly ShownPart[]>([]);
  const parts = joinParts([...document.parts, ...more]);
  const placed = findings && placeFindings(findings);
  const open = async (from: number, to: number): Promise<void> => {
    const query = new URLSearchParams({
      role: document.role,
      from: String(from),
      to: String(Math.min(to, from + 499)),
    });
    const { lines } = await call<LinesAnswer>(`/messages/${id}/lines?${query}`);
    setMore([...more, { from, lines }]);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard
    <ol class="code" tabIndex={0} aria-label={label}>
      {withGaps(parts, document.count).map((part) =>
        'lines' in part ? (
          part.lines.map((text, index) => (
            <Line
              key={part.from + index}
              number={part.from + index}
              text={text}
              syntax={document.syntax}
              placed={placed}
            />
          ))
        ) : (
          <li class="gap" key={`gap ${part.from}`}>
            <button type="button" class="ghost" onClick={() => void open(part.from, part.to)}>
              {words.value.messages.gap[document.unit](formatCount(part.to - part.from + 1))} ·{' '}
              {words.value.messages.show}
            </button>
          </li>
        ),
      )}
    </ol>
  );
}

interface LineProps {
  readonly number: number;
  readonly text: string;
  readonly syntax: ShownDocument['syntax'];
  readonly placed: ReadonlyMap<number, readonly PlacedFinding[]> | undefined;
}

function Line({ number, text, syntax, placed }: LineProps) {
  const here = placed?.get(number);
  return (
    <>
      <CodeLine
        number={number}
        text={text}
        syntax={syntax}
        isPlace={placed !== undefined}
        marked={here?.map(({ value }) => value ?? '')}
      />
      {here?.map((one) => (
        <li class="fi" key={`${number} ${one.finding.code} ${one.finding.message} ${one.value}`}>
          <FindingNote placed={one} line={number} />
        </li>
      ))}
    </>
  );
}

/** By the line that they stand at; each cause in full where it stands first. */
function placeFindings(findings: readonly MessageFinding[]): ReadonlyMap<number, readonly PlacedFinding[]> {
  const all = findings.flatMap((finding) => {
    const lines = [...new Set(finding.places.flatMap(({ line }) => line ?? []))].sort((a, b) => a - b);
    return lines.map((line) => {
      const value = finding.places.find((place) => place.line === line)?.value;
      return {
        line,
        placed: { finding, value, first: lines[0] ?? line, others: lines.filter((one) => one !== line) },
      };
    });
  });
  const byLine = new Map<number, PlacedFinding[]>();
  for (const { line, placed } of all) byLine.set(line, [...(byLine.get(line) ?? []), placed]);
  return byLine;
}

interface Gap {
  readonly from: number;
  readonly to: number;
}

function withGaps(parts: readonly ShownPart[], count: number): readonly (ShownPart | Gap)[] {
  const all: (ShownPart | Gap)[] = [];
  let next = 1;
  for (const part of parts) {
    if (part.from > next) all.push({ from: next, to: part.from - 1 });
    all.push(part);
    next = part.from + part.lines.length;
  }
  if (next <= count) all.push({ from: next, to: count });
  return all;
}

function joinParts(parts: readonly ShownPart[]): readonly ShownPart[] {
  return [...parts].sort((a, b) => a.from - b.from);
}
