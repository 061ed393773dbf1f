import { unifiedMergeView } from '@codemirror/merge';
import type { Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { useMemo } from 'preact/hooks';
import type { MappingAnswer, MappingFinding } from '../../../api/model/mapping-model.ts';
import { useAnswer } from '../../parts/use-answer.ts';
import { words } from '../../shell/language.ts';
import { CodePane } from './editor/code-pane.tsx';
import type { LineMark } from './editor/editor-marks.ts';
import { findRuleLine } from './pane-marks.ts';
import { LayeredText, type RulePlace } from './views/layered-text.tsx';

/** Which file stands in the pane; both: one's own laid over the delivered one. */
export interface ShownFile {
  readonly mapping: string;
  readonly origin: 'own' | 'delivered' | 'both';
}

/** `own:order-to-exchange.yaml`; tables are shown elsewhere. */
export function shownFileOf(file: string): ShownFile | undefined {
  const [, origin, mapping] = /^(own|delivered):([a-z0-9-]+)\.yaml$/.exec(file) ?? [];
  return mapping === undefined ? undefined : { mapping, origin: origin === 'own' ? 'own' : 'delivered' };
}

export const fileNameOf = ({ mapping, origin }: ShownFile): string => `${origin}:${mapping}.yaml`;

interface MappingPaneProps {
  readonly mapping: MappingAnswer;
  readonly chain: readonly string[];
  readonly shown: ShownFile;
  onShow(file: ShownFile): void;
  /** As it is typed now; undefined: there is no file of one's own. */
  readonly own: string | undefined;
  onOwn(text: string): void;
  readonly resets: number;
  /** The text of another window, where the differences are to be seen. */
  readonly compared: string | undefined;
  readonly mayEdit: boolean;
  readonly problems: readonly MappingFinding[];
  readonly marksOf: (file: string) => readonly LineMark[];
  readonly lit: readonly RulePlace[];
  readonly more: Extension;
  /** A delivered rule shall be one's own. */
  onTake(rule: readonly string[]): Promise<void>;
  onPoint(file: string, line: number): void;
  onView(view: EditorView | undefined): void;
}

export function MappingPane(props: MappingPaneProps) {
  const { mapping, chain, shown, onShow, own, onOwn, mayEdit, problems, marksOf, lit, more, compared } =
    props;
  const { panes, workbench } = words.value;
  const isThis = shown.mapping === mapping.name;
  const other = useAnswer<MappingAnswer>(isThis ? undefined : `/mappings/${shown.mapping}`);
  const texts = isThis ? mapping : other.answer;
  const saved = shown.origin === 'own' ? texts?.own : texts?.delivered;
  const isEditable = isThis && shown.origin === 'own' && mayEdit;
  const text = (isThis && shown.origin === 'own' ? own : saved) ?? '';
  const file = fileNameOf(shown);
  const marks = useMemo(() => marksOf(file), [marksOf, file]);
  const lines = useMemo(() => lit.filter((one) => one.file === file).map(({ line }) => line), [lit, file]);
  const point = (at: RulePlace): void => {
    const rules = new Set(marksOf(at.file).map(({ line }) => line));
    const ofFile =
      at.file === fileNameOf({ ...shown, origin: 'own' }) ? (own ?? '') : (texts?.delivered ?? '');
    props.onPoint(at.file, findRuleLine(ofFile.split('\n'), at.line, rules));
  };
  return (
    <section class="wb-pane wb-mapping" aria-label={workbench.mapping}>
      <header>
        {/* a chain tells which mapping it is */}
        <h2 class={chain.length > 1 ? 'vh' : undefined}>{workbench.mapping}</h2>
        <FileTabs {...{ mapping, chain, shown, onShow, own, other: other.answer }} />
        {isThis && own === undefined && mayEdit && shown.origin !== 'both' && (
          <button
            type="button"
            class="b s"
            title={panes.makeMineHint}
            onClick={() => {
              onOwn(beginOwn(mapping));
              onShow({ mapping: mapping.name, origin: 'own' });
            }}
          >
            {panes.makeMine}
          </button>
        )}
      </header>
      {shown.origin === 'both' ? (
        <LayeredText
          {...{ name: mapping.name, own, marksOf, lit, mayEdit }}
          onPoint={point}
          onTake={props.onTake}
          onView={props.onView}
        />
      ) : (
        <CodePane
          label={isEditable ? workbench.mapping : `${workbench.mapping}, ${panes.readOnlyText}`}
          text={text}
          language="yaml"
          isReadOnly={!isEditable}
          marks={marks}
          lit={lines}
          problems={problems.filter((one) => (one.file ?? file) === file)}
          more={isEditable ? [more, compared === undefined ? [] : compareWith(compared)] : []}
          edition={compared === undefined ? 'plain' : 'compared'}
          resets={props.resets}
          onChange={onOwn}
          onPoint={(line) => {
            const rules = new Set(marks.map((mark) => mark.line));
            props.onPoint(file, findRuleLine(text.split('\n'), line, rules));
          }}
          onView={props.onView}
        />
      )}
    </section>
  );
}

const compareWith = (original: string): Extension => unifiedMergeView({ original, mergeControls: false });

/** A file of one's own that changes nothing yet. */
export const beginOwn = ({ name, delivered }: MappingAnswer): string =>
  delivered === undefined
    ? `mapping: ${name}\n`
    : `mapping: ${name}\nextends: scsn-gateway/${name}\n\n# Write here only what is to be otherwise than in the delivered mapping, below target:\n`;

interface FileTabsProps extends Pick<MappingPaneProps, 'mapping' | 'chain' | 'shown' | 'onShow' | 'own'> {
  readonly other: MappingAnswer | undefined;
}

/** The mappings of the chain, and for the one that is shown whose file. */
function FileTabs({ mapping, chain, shown, onShow, own, other }: FileTabsProps) {
  const { panes, workbench } = words.value;
  const isThis = shown.mapping === mapping.name;
  const texts = isThis ? { own, delivered: mapping.delivered } : other;
  const origins = [
    ...(['own', 'delivered'] as const).filter((origin) => texts?.[origin] !== undefined),
    ...(isThis && mapping.delivered !== undefined ? (['both'] as const) : []),
  ];
  const names = { own: workbench.mine, delivered: panes.delivered, both: panes.both };
  return (
    <>
      {chain.length > 1 && (
        <div class="wb-links">
          {chain.map((name, n) => (
            <button
              key={name}
              type="button"
              class="ghost"
              aria-pressed={name === shown.mapping}
              onClick={() =>
                onShow({
                  mapping: name,
                  origin: name === mapping.name && own !== undefined ? 'own' : 'delivered',
                })
              }
            >
              {n + 1} {name}
            </button>
          ))}
        </div>
      )}
      {origins.map((origin) => (
        <button
          key={origin}
          type="button"
          class={`chip ${origin === 'own' ? 'mine' : ''}`}
          aria-pressed={origin === shown.origin}
          onClick={() => onShow({ ...shown, origin })}
        >
          {names[origin]}
        </button>
      ))}
    </>
  );
}
