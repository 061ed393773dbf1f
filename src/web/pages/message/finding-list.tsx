import type { MessageFinding } from '../../../api/model/message-model.ts';
import { StateMark } from '../../parts/icons.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { formatCount } from '../../parts/times.ts';
import { words } from '../../shell/language.ts';
import { findingMarks } from './finding-note.tsx';
import { LineLink } from './place-link.tsx';

interface FindingListProps {
  readonly findings: readonly MessageFinding[];
  /** The document was deleted: its lines are named, and lead nowhere. */
  readonly isDeleted?: boolean;
}

/** All findings by their cause, with their places. */
export function FindingList({ findings, isDeleted = false }: FindingListProps) {
  const { messages } = words.value;
  if (findings.length === 0) return null;
  return (
    <section aria-labelledby="findings">
      <h2 id="findings">
        {messages.allFindings} <small>{messages.causes(formatCount(findings.length))}</small>
      </h2>
      <ul class="causes">
        {findings.map((finding) => (
          <Cause key={`${finding.code} ${finding.message}`} {...{ finding, isDeleted }} />
        ))}
      </ul>
    </section>
  );
}

interface CauseProps {
  readonly finding: MessageFinding;
  readonly isDeleted: boolean;
}

function Cause({ finding, isDeleted }: CauseProps) {
  const lines = [...new Set(finding.places.flatMap(({ line }) => line ?? []))];
  const where = finding.places.flatMap(({ key, path }) => key ?? path ?? [])[0];
  return (
    <li>
      <StateMark
        state={findingMarks[finding.severity]}
        label={words.value.messages.severity[finding.severity]}
      />
      <div>
        <Sentence text={finding.message} />
        <p>
          <Sentence text={finding.advice} />
        </p>
        <p class="at">
          <code>{finding.code}</code>
          {where !== undefined && ` · ${where}`}
          {finding.file !== undefined && ` · ${finding.file}`}
        </p>
      </div>
      <span class="mono">
        {lines.slice(0, 12).map((line) => (isDeleted ? `${line} ` : <LineLink key={line} line={line} />))}
      </span>
    </li>
  );
}
