import type {
  RecognisedSampleModel,
  SampleProposalModel,
} from '../../../../api/model/workbench/sample-model.ts';
import { words } from '../../../shell/language.ts';
import { listFieldsOf } from './correct-sample.ts';

interface LinesProps {
  readonly proposal: SampleProposalModel;
  /** Whose fields are looked at. */
  readonly record: string;
  readonly reading: RecognisedSampleModel['reading'];
  onRecord(record: string): void;
}

/** The lines of a file of fixed places, each cut into its fields; a click on a type shows what its records are. */
export function RecordLines({ proposal, record, reading, onRecord }: LinesProps) {
  const { sample: texts } = words.value;
  const wrong = new Map(reading.map((one) => [one.line, one.message]));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard
    <ol class="sample-lines" tabIndex={0} aria-label={texts.rows}>
      {proposal.rows.map(({ line, record: type = '', cells: [text = ''] }) => {
        const problem = wrong.get(line);
        return (
          <li key={line} class={problem === undefined ? undefined : 'hit'} title={problem}>
            <span class="n">{line}</span>
            <button
              type="button"
              class="ghost mono"
              aria-pressed={type === record}
              aria-label={texts.showRecord(type, line)}
              onClick={() => onRecord(type)}
            >
              {type}
            </button>
            <span class={type === record ? 'l is-shown' : 'l'}>
              {cutFields(text, proposal, type).map(([part, name], n) => (
                <span key={n} class={name === undefined ? 'q' : 'f'} title={name}>
                  {part}
                </span>
              ))}
            </span>
            {problem !== undefined && <span class="vh"> {problem}</span>}
          </li>
        );
      })}
    </ol>
  );
}

/** Parts of a line with the name of their field; what stands in none has none. */
function cutFields(
  text: string,
  proposal: SampleProposalModel,
  record: string,
): readonly (readonly [string, string | undefined])[] {
  const fields = listFieldsOf(proposal, record);
  const parts: (readonly [string, string | undefined])[] = [];
  let at = 0;
  for (const { first = 1, length = 0, name } of fields) {
    if (first - 1 > at) parts.push([text.slice(at, first - 1), undefined]);
    parts.push([text.slice(first - 1, first - 1 + length), name]);
    at = first - 1 + length;
  }
  if (at < text.length) parts.push([text.slice(at), undefined]);
  return parts;
}
