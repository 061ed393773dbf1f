import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ClashModel, PublishedOver } from '../../../../api/model/workbench/conflict-model.ts';
import { formatTime } from '../../../parts/times.ts';
import { words } from '../../../shell/language.ts';
import type { PlacedClash } from './use-choices.ts';

interface ClashProps {
  readonly place: PlacedClash;
  /** As it will be; undefined: nobody has decided. */
  readonly choice: string | undefined;
  /** undefined: it is only read. */
  readonly onChoose: ((text: string) => void) | undefined;
}

/** One place that both have changed: what it was, theirs and one's own beside each other, and what becomes of it. */
export function ClashView({ place, choice, onChoose }: ClashProps) {
  const { conflict } = words.value;
  const { file, clash } = place;
  const { base, theirs = '', ours = '', lines, by } = clash;
  const title = titleOf(clash);
  return (
    <section class="wb-clash" aria-label={title} data-open={choice === undefined}>
      <h3>
        {title} <small>{file}</small>
      </h3>
      <div class="wb-three">
        {base !== undefined && (
          <Side title={conflict.base} label={conflict.baseLabel} text={base} line={lines?.base} />
        )}
        <Side
          title={by?.version === undefined ? conflict.theirs : `v${by.version}`}
          label={conflict.theirs}
          note={signOf(by)}
          text={clash.theirs}
          base={base}
          line={lines?.theirs}
          reason={by?.reason}
        >
          {onChoose && (
            <Take isTaken={choice === theirs} of={title} onTake={() => onChoose(theirs)}>
              {conflict.takeTheirs}
            </Take>
          )}
        </Side>
        <Side title={conflict.mine} label={conflict.mine} text={clash.ours} base={base} line={lines?.ours}>
          {onChoose && (
            <Take isTaken={choice === ours} of={title} onTake={() => onChoose(ours)}>
              {conflict.keepMine}
            </Take>
          )}
        </Side>
      </div>
      {onChoose && !isBinary(clash) && <Outcome {...{ title, choice, ours, onChoose }} />}
    </section>
  );
}

function titleOf({ kind, rules, lines }: ClashModel): string {
  const { conflict } = words.value;
  if (rules.length > 0) return kind === 'row' ? conflict.row(rules.join(', ')) : rules.join(', ');
  return lines === undefined ? conflict.wholeFile : conflict.lines(lines.ours);
}

function signOf(by: PublishedOver | undefined): string {
  const { conflict } = words.value;
  return by === undefined ? conflict.byHand : `${by.who}, ${formatTime(by.at)}`;
}

/** What is no text is one or the other. */
const isBinary = ({ theirs, ours }: ClashModel): boolean =>
  [theirs, ours].some((text) => text?.startsWith('data:;base64,'));

interface SideProps {
  readonly title: string;
  /** For those who do not see the columns. */
  readonly label: string;
  readonly note?: string;
  /** undefined: it is gone. */
  readonly text: string | undefined;
  /** What both began from: lines that are others stand out. */
  readonly base?: string | undefined;
  /** Of its first line. */
  readonly line: number | undefined;
  readonly reason?: string | undefined;
  readonly children?: ComponentChildren;
}

function Side({ title, label, note, text, base, line, reason, children }: SideProps) {
  const { conflict } = words.value;
  const known = new Set(base?.split('\n'));
  return (
    <div>
      <header>
        <h4>
          {title} {note && <small>{note}</small>}
        </h4>
        {children}
      </header>
      {text === undefined || text === '' ? (
        <p class="muted">{conflict.gone}</p>
      ) : text.startsWith('data:;base64,') ? (
        <p class="muted">{conflict.noText}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard
        <ol tabIndex={0} aria-label={label}>
          {text
            .replace(/\n$/, '')
            .split('\n')
            .map((one, n) => (
              <li key={n} class={base !== undefined && !known.has(one) ? 'is-other' : undefined}>
                {line !== undefined && <span class="muted">{line + n}</span>}
                <code>{one}</code>
              </li>
            ))}
        </ol>
      )}
      {reason && <p class="muted">“{reason}”</p>}
    </div>
  );
}

interface TakeProps {
  readonly isTaken: boolean;
  /** The place, for those who hear the button alone. */
  readonly of: string;
  readonly children: ComponentChildren;
  onTake(): void;
}

const Take = ({ isTaken, of, children, onTake }: TakeProps) => (
  <button type="button" class="b s" aria-pressed={isTaken} onClick={onTake}>
    {children}
    <span class="vh"> {of}</span>
  </button>
);

interface OutcomeProps extends Pick<ClashProps, 'choice'> {
  readonly title: string;
  readonly ours: string;
  onChoose(text: string): void;
}

/** Neither as it is: both are to be made one. */
function Outcome({ title, choice, ours, onChoose }: OutcomeProps) {
  const { conflict } = words.value;
  const [isOpen, setOpen] = useState(false);
  if (!isOpen && choice === undefined)
    return (
      <p>
        <button
          type="button"
          class="b s"
          onClick={() => {
            setOpen(true);
            onChoose(ours);
          }}
        >
          {conflict.write}
          <span class="vh"> {title}</span>
        </button>
      </p>
    );
  return (
    <label>
      {conflict.outcome}
      <textarea
        class="in"
        rows={Math.min(20, (choice ?? '').split('\n').length + 1)}
        spellcheck={false}
        value={choice}
        onInput={({ currentTarget }) => onChoose(currentTarget.value)}
      />
    </label>
  );
}
