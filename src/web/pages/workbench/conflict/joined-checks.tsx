import type {
  MappingAnswer,
  SourceReferenceModel,
  SourcesAnswer,
} from '../../../../api/model/mapping-model.ts';
import { FindingText } from '../../../parts/finding-text.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { words } from '../../../shell/language.ts';
import { buildQuestion } from '../edit-question.ts';
import { type Preview, usePreview } from '../use-preview.ts';

interface ChecksProps {
  readonly mapping: MappingAnswer;
  readonly sources: SourcesAnswer;
  /** All files of the joined draft. */
  readonly files: Readonly<Record<string, string>>;
  readonly undecided: number;
}

/** Findings that are shown; the editor has them all. */
const mostFindings = 6;

/** Whether the joined mapping is right, and what it makes of a document: tried as it is typed in the editor. */
export function JoinedChecks({ mapping, sources, files, undecided }: ChecksProps) {
  const { conflict } = words.value;
  const { draft } = mapping;
  const joined = draft ? { ...mapping, draft: { ...draft, files } } : mapping;
  const question = buildQuestion(joined, sources, files[`${mapping.name}.yaml`] ?? mapping.own);
  const preview = usePreview(question);
  const findings = preview.reply?.findings ?? [];
  return (
    <section>
      <h2>{conflict.checks}</h2>
      <p class="muted">
        {question && conflict.triedWith(nameOf(question.source))} {undecided > 0 && conflict.checkedWithMine}
      </p>
      <Problem error={preview.error} />
      <ul class="wb-rows" aria-live="polite">
        {findings.slice(0, mostFindings).map(({ code, severity, message, advice, line }, n) => (
          <li key={`${n} ${code}`}>
            {severity === 'error' ? <Icon name="refused" tone="bad" /> : <Icon name="warning" tone="warn" />}
            <span>
              {line !== undefined && `${words.value.workbench.line(line)}: `}
              <FindingText message={message} advice={advice} />
            </span>
          </li>
        ))}
        <li>{question ? <Verdict preview={preview} /> : conflict.noDocument}</li>
      </ul>
    </section>
  );
}

function nameOf(source: SourceReferenceModel): string {
  const { conflict } = words.value;
  return source.kind === 'message' ? conflict.message(source.id) : conflict.document(source.name);
}

function Verdict({ preview: { reply, end } }: { readonly preview: Preview }) {
  const { conflict } = words.value;
  if (end) return <FindingText message={end.text} advice={end.advice} />;
  if (reply === undefined) return <>{conflict.checking}</>;
  const { result, unreadable, lostCount } = reply;
  if (unreadable !== undefined) return <>{unreadable}</>;
  if (result === undefined)
    return (
      <>
        <Icon name="refused" tone="bad" /> {conflict.noResult}
      </>
    );
  const isWell = result.end === undefined && reply.findings.length === 0;
  return (
    <>
      <Icon name={isWell ? 'tick' : 'warning'} tone={isWell ? 'ok' : 'warn'} />
      <span>
        {result.end === undefined ? conflict.made : conflict.ends[result.end]}
        {lostCount !== undefined && ` ${conflict.lost(lostCount)}`}
      </span>
    </>
  );
}
