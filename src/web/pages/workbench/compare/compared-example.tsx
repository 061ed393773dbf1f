import type { ComparedGroup, ExampleAnswer } from '../../../../api/model/mapping-compare-model.ts';
import { messagePath } from '../../../parts/message-paths.ts';
import { Problem } from '../../../parts/problem.tsx';
import { Sentence } from '../../../parts/sentence.tsx';
import { useAnswer } from '../../../parts/use-answer.ts';
import { address, changeQuery, linkTo } from '../../../shell/address.ts';
import { words } from '../../../shell/language.ts';
import { DiffLines } from '../jobs/diff-lines.tsx';

interface ExampleProps {
  readonly name: string;
  readonly run: string;
  readonly group: ComparedGroup;
}

/** One message of a group: as it runs, and with the draft. */
export function ComparedExample({ name, run, group: { section, examples, count } }: ExampleProps) {
  const { compare: texts } = words.value;
  const asked = Number(address.value.query.get('example') ?? 0);
  const index = examples[asked] ? asked : 0;
  const example = examples[index];
  if (example === undefined) return null;
  const step = (by: number): void => changeQuery({ example: String(index + by) });
  return (
    <section aria-label={texts.example}>
      <header class="wb-example">
        <h2>
          <a href={linkTo(messagePath(example.id))}>{texts.message(example.id)}</a>
        </h2>
        <span class="muted">
          {example.order === undefined ? '' : `${texts.order(example.order)} · `}
          {texts.exampleOf(index + 1, examples.length, count)}
        </span>
        <button type="button" class="b s" disabled={index === 0} onClick={() => step(-1)}>
          {texts.previous}
        </button>
        <button type="button" class="b s" disabled={index >= examples.length - 1} onClick={() => step(1)}>
          {texts.next}
        </button>
        <a class="b s" href={linkTo(`/mappings/${name}?source=message:${example.id}`)}>
          {texts.openInEditor}
        </a>
      </header>
      {section === 'values' && <p class="muted">{example.what}</p>}
      <BothResults key={example.id} {...{ name, run, id: example.id }} />
    </section>
  );
}

type ComparedSide = Extract<ExampleAnswer, { kind: 'compared' }>['running'];

function BothResults({
  name,
  run,
  id,
}: {
  readonly name: string;
  readonly run: string;
  readonly id: number;
}) {
  const { compare: texts, publishing } = words.value;
  const query = new URLSearchParams({ run, message: String(id) });
  const { answer, error } = useAnswer<ExampleAnswer>(`/mappings/${name}/comparison/example?${query}`);
  if (answer === undefined)
    return error === undefined ? <p role="status">{texts.loading}</p> : <Problem error={error} />;
  if (answer.kind === 'not-run-again') return <p class="muted">{answer.text}</p>;
  const sideOf = (side: ComparedSide) => (
    <>
      <strong>{publishing.steps[side.said] ?? side.said}</strong>
      {side.reason !== '' && (
        <p>
          <Sentence text={side.reason} />
        </p>
      )}
      {side.code !== undefined && <code>{side.code}</code>}
      {!side.hasDocument && <p class="muted">{texts.nothingMade}</p>}
    </>
  );
  const { running, edited, lines } = answer;
  const isBoth = running.hasDocument && edited.hasDocument;
  return (
    <>
      <DiffLines
        lines={isBoth ? lines : []}
        left={texts.asItRuns}
        right={texts.withDraft}
        leftNote={sideOf(running)}
        rightNote={sideOf(edited)}
        none={isBoth ? texts.noDifference : undefined}
      />
      {!isBoth && lines.length > 0 && <OnlyDocument lines={lines} />}
    </>
  );
}

/** Held against nothing, each of its lines would differ. */
function OnlyDocument({ lines }: { readonly lines: readonly string[] }) {
  const { compare: texts } = words.value;
  return (
    <details>
      <summary>{texts.onlyDocument(lines.length)}</summary>
      <pre class="code">{lines.map((line) => line.slice(2)).join('\n')}</pre>
    </details>
  );
}
