import type { EditorView } from '@codemirror/view';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type {
  LayeredLineModel,
  LayersAnswer,
} from '../../../../api/model/workbench/mapping-editing-model.ts';
import { Problem } from '../../../parts/problem.tsx';
import { call } from '../../../shell/call-api.ts';
import { words } from '../../../shell/language.ts';
import { CodePane } from '../editor/code-pane.tsx';
import type { LineMark } from '../editor/editor-marks.ts';

/** A rule that gave values, or that is looked at, by its file and line. */
export interface RulePlace {
  readonly file: string;
  readonly line: number;
}

interface LayeredProps {
  readonly name: string;
  /** As it is typed now; undefined: there is no file of one's own. */
  readonly own: string | undefined;
  readonly marksOf: (file: string) => readonly LineMark[];
  readonly lit: readonly RulePlace[];
  readonly mayEdit: boolean;
  onPoint(place: RulePlace): void;
  /** The delivered rule at the cursor shall be one's own. */
  onTake(rule: readonly string[]): Promise<void>;
  onView(view: EditorView | undefined): void;
}

/** One's own mapping over the delivered one: which rule wins, and a delivered one can be taken over. */
export function LayeredText(props: LayeredProps) {
  const { name, own, marksOf, lit, mayEdit, onPoint, onTake, onView } = props;
  const { panes } = words.value;
  const { lines, error } = useLayers(name, own);
  const [at, setAt] = useState(1);
  const [failed, setFailed] = useState<unknown>();
  const text = useMemo(() => (lines ?? []).map((one) => one.text).join('\n'), [lines]);
  const marks = useMemo(() => listMarks(lines ?? [], marksOf), [lines, marksOf]);
  const classes = useMemo(() => (lines ?? []).map(classOf), [lines]);
  const shown = useMemo(() => listShownLines(lines ?? [], lit), [lines, lit]);
  const rule = lines?.[at - 1]?.rule;
  return (
    <>
      <div class="wb-note wb-layers">
        <span>{lines === undefined && error === undefined ? panes.notReadable : panes.bothHint}</span>
        {mayEdit && rule && (
          <button type="button" class="b s" onClick={() => void onTake(rule).catch(setFailed)}>
            {panes.makeRuleMine(rule.at(-1) ?? '')}
          </button>
        )}
      </div>
      <Problem error={failed ?? error} />
      <CodePane
        label={panes.bothLabel}
        text={text}
        language="yaml"
        isReadOnly={true}
        marks={marks}
        lit={shown}
        classes={classes}
        onPoint={(line) => {
          setAt(line);
          setFailed(undefined);
          const place = lines?.[line - 1];
          if (place) onPoint(place);
        }}
        onView={onView}
      />
    </>
  );
}

/** Milliseconds after the last key: nobody types in this view. */
const debounce = 200;

/** `lines` undefined with no error: the text cannot be read as it is. */
function useLayers(name: string, own: string | undefined) {
  const [state, setState] = useState<{
    readonly lines?: readonly LayeredLineModel[] | undefined;
    readonly error?: unknown;
  }>({ lines: [] });
  useEffect(() => {
    const stop = new AbortController();
    const body = { name, edits: own === undefined ? {} : { [`${name}.yaml`]: own } };
    const timer = setTimeout(() => {
      call<LayersAnswer>(`/mappings/${name}/layers`, { method: 'POST', body, signal: stop.signal }).then(
        ({ lines }) => stop.signal.aborted || setState({ lines }),
        (error: unknown) => stop.signal.aborted || setState((before) => ({ ...before, error })),
      );
    }, debounce);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [name, own]);
  return state;
}

/** Rules that are looked at, else the first of one's own: it comes into view. */
function listShownLines(lines: readonly LayeredLineModel[], lit: readonly RulePlace[]): readonly number[] {
  const found = lit.flatMap(({ file, line }) => {
    const index = lines.findIndex((one) => one.file === file && one.line === line);
    return index < 0 ? [] : [index + 1];
  });
  const own = lines.findIndex(({ isOwn }) => isOwn);
  return found.length > 0 || own < 0 ? found : [own + 1];
}

const classOf = ({ isOwn, isReplaced }: LayeredLineModel): string =>
  isOwn ? 'wb-mine' : isReplaced ? 'wb-replaced' : 'wb-beneath';

/** How often the rule of each line gave a value. */
function listMarks(
  lines: readonly LayeredLineModel[],
  marksOf: (file: string) => readonly LineMark[],
): readonly LineMark[] {
  const files = new Map(
    [...new Set(lines.map(({ file }) => file))].map((file) => [
      file,
      new Map(marksOf(file).map((mark) => [mark.line, mark])),
    ]),
  );
  return lines.flatMap(({ file, line }, n) => {
    const mark = files.get(file)?.get(line);
    return mark ? [{ ...mark, line: n + 1 }] : [];
  });
}
