import type { RecognisedSampleModel } from '../../../../api/model/workbench/sample-model.ts';
import { FindingText } from '../../../parts/finding-text.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { changeQuery } from '../../../shell/address.ts';
import { words } from '../../../shell/language.ts';
import { CodeLine } from '../../message/code-line.tsx';
import { ChangeResult } from './change-result.tsx';

interface ResultProps {
  readonly recognised: RecognisedSampleModel;
  /** Of the format. */
  readonly name: string;
  readonly document: number;
}

/** One document as SCSN, what it lacks, what it takes for granted, and which values go nowhere. */
export function SampleResult({ recognised, name, document }: ResultProps) {
  const { sample: texts } = words.value;
  const { result, documents, mapping, documentKind: kind } = recognised;
  const shown = Math.min(document, Math.max(0, documents - 1));
  const go = (to: number) => () => changeQuery({ doc: to === 0 ? undefined : String(to + 1) });
  return (
    <section class="sample-result" aria-label={texts.asScsn}>
      <header>
        <h2 class="sample-head">{texts.asScsn}</h2>
        {documents > 1 && (
          <>
            <button type="button" class="b s" disabled={shown === 0} onClick={go(shown - 1)}>
              <Icon name="back" />
              <span class="vh">{texts.previous[kind]}</span>
            </button>
            <span class="muted">{texts.documentOf(shown + 1, documents)}</span>
            <button type="button" class="b s" disabled={shown >= documents - 1} onClick={go(shown + 1)}>
              <Icon name="next" />
              <span class="vh">{texts.next[kind]}</span>
            </button>
          </>
        )}
      </header>
      {mapping === undefined && <p>{texts.noLines[kind]}</p>}
      <Missing recognised={recognised} />
      {result !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard
        <ol class="code sample-code" tabIndex={0} aria-label={texts.asScsn}>
          {result
            .trimEnd()
            .split('\n')
            .map((text, n) => (
              <CodeLine key={n} number={n + 1} text={text} syntax="xml" />
            ))}
        </ol>
      )}
      {recognised.change && <ChangeResult change={recognised.change} />}
      <Assumed recognised={recognised} />
      <Lost recognised={recognised} />
      <details>
        <summary>{texts.showFiles}</summary>
        <FileText text={recognised.format} />
        {mapping !== undefined && <FileText text={mapping} />}
      </details>
      {recognised.channel !== '' && <ChannelText channel={recognised.channel} name={name} />}
    </section>
  );
}

const FileText = ({ text }: { readonly text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard
  <pre class="code" tabIndex={0}>
    {text}
  </pre>
);

interface ChannelProps {
  /** With NAME for the format. */
  readonly channel: string;
  readonly name: string;
}

/** What takes such files once they are published. */
export function ChannelText({ channel, name }: ChannelProps) {
  return (
    <details>
      <summary>{words.value.sample.showChannel}</summary>
      <FileText text={channel.replaceAll('NAME', name)} />
    </details>
  );
}

/** Findings that are shown at once. */
const mostFindings = 20;

function Missing({
  recognised: { missing, findings, reading, unreadable, result, documentKind },
}: Pick<ResultProps, 'recognised'>) {
  const { sample: texts } = words.value;
  // a line of the description or the mapping is none of the file
  const all = [...findings.map((one) => ({ ...one, line: undefined })), ...reading, ...missing];
  if (all.length === 0 && unreadable === undefined)
    return result === undefined ? null : (
      <p class="st">
        <Icon name="tick" tone="ok" /> {texts.nothingMissing[documentKind]}
      </p>
    );
  return (
    <>
      {unreadable !== undefined && <p class="problem">{unreadable}</p>}
      <ul class="wb-rows" aria-label={texts.missing}>
        {all.slice(0, mostFindings).map(({ severity, message, advice, code, line }, n) => (
          <li key={`${code} ${n}`}>
            <Icon
              name={severity === 'error' ? 'refused' : 'warning'}
              tone={severity === 'error' ? 'bad' : 'warn'}
            />
            <span>
              {line !== undefined && `${texts.lineNumber(line)} `}
              <FindingText message={message} advice={advice} />
            </span>
          </li>
        ))}
      </ul>
      {all.length > mostFindings && <p class="muted">{texts.moreFindings(all.length - mostFindings)}</p>}
    </>
  );
}

function Assumed({ recognised: { assumptions } }: Pick<ResultProps, 'recognised'>) {
  const { sample: texts } = words.value;
  if (assumptions.length === 0) return null;
  return (
    <>
      <h3>{texts.assumed}</h3>
      <ul class="wb-rows">
        {assumptions.map((one) => (
          <li key={one}>
            <Icon name="warning" tone="warn" /> <span>{one}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Lost({ recognised: { lost, lostCount } }: Pick<ResultProps, 'recognised'>) {
  const { sample: texts } = words.value;
  if (lostCount === 0) return null;
  return (
    <>
      <h3>{texts.lost(lostCount)}</h3>
      <ul class="wb-rows">
        {lost.map(({ path, line, text, isTested }) => (
          <li key={path}>
            <code>{path.replace(/^\//, '')}</code> <span>{text}</span>{' '}
            <span class="muted">
              {texts.lineNumber(line)}
              {isTested && `, ${texts.fates.used}`}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
