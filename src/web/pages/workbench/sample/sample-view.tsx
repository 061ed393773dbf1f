import { useState } from 'preact/hooks';
import type {
  RecognisedSampleModel,
  SampleAnswer,
  SampleCorrectionsModel,
} from '../../../../api/model/workbench/sample-model.ts';
import { Answer } from '../../../parts/answer.tsx';
import { OtherWindowNote } from '../../../parts/drafts/other-window-note.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { Sentence } from '../../../parts/sentence.tsx';
import { formatSeconds } from '../../../parts/times.ts';
import { address, changeQuery, linkTo } from '../../../shell/address.ts';
import { call } from '../../../shell/call-api.ts';
import { words } from '../../../shell/language.ts';
import { ChangeDialog } from './change-result.tsx';
import { isUnclearNumber, listOpenFields } from './correct-sample.ts';
import { FieldTable } from './field-table.tsx';
import { KeepDialog } from './keep-dialog.tsx';
import { RecordLines } from './record-lines.tsx';
import { RecordPanel } from './record-panel.tsx';
import { SampleResult } from './sample-result.tsx';
import { SampleSettings } from './sample-settings.tsx';
import { SampleTable } from './sample-table.tsx';
import { SegmentTable } from './segment-table.tsx';
import { type KeptNotesState, useNotes, useSampleTrial } from './use-sample.ts';

export interface ViewProps {
  readonly sample: SampleAnswer;
  /** Whose format is changed; absent: a new format. */
  readonly mapping: string | undefined;
  /** There is no sample any more, or another one is wanted. */
  onGone(): void;
  /** What another window noted is taken. */
  onTaken(): void;
}

/** What was recognised, the first order as SCSN, and what is missing; each guess can be corrected. */
export function SampleView({ sample, mapping, onGone, onTaken }: ViewProps) {
  const kept = useNotes(sample, mapping);
  const document = Math.max(0, Math.floor(Number(address.value.query.get('doc') ?? 1)) - 1) || 0;
  const trial = useSampleTrial(kept.notes, document, mapping);
  const { recognised, answer } = trial;
  const correct = (corrections: SampleCorrectionsModel): void => kept.change({ ...kept.notes, corrections });
  return (
    <main id="main" class="wb-page">
      <SampleBar {...{ sample, mapping, kept, recognised, document, onGone }} />
      <OtherWindowNote keeper={kept.keeper} onTaken={onTaken} />
      <div class="wb-content">
        <SampleAnswerLine
          {...{ sample, recognised }}
          corrections={kept.notes.corrections}
          because={answer?.kind === 'unknown' ? answer.because : undefined}
        />
        <Problem error={trial.error} />
        {answer?.kind === 'ended' && (
          <p class="problem" role="alert">
            {answer.text} {answer.advice}
          </p>
        )}
        <SampleSettings corrections={kept.notes.corrections} recognised={recognised} onCorrect={correct} />
        {recognised && (
          <RecognisedView
            {...{ sample, recognised, document }}
            name={kept.notes.name}
            corrections={kept.notes.corrections}
            onCorrect={correct}
          />
        )}
      </div>
    </main>
  );
}

interface BarProps extends Pick<ViewProps, 'sample' | 'mapping' | 'onGone'> {
  readonly kept: KeptNotesState;
  readonly recognised: RecognisedSampleModel | undefined;
  readonly document: number;
}

function SampleBar({ sample, mapping, kept, recognised, document, onGone }: BarProps) {
  const { sample: texts, workbench } = words.value;
  const [isKeeping, setKeeping] = useState(false);
  const [failed, setFailed] = useState<unknown>();
  const mayKeep = sample.hasFolder && sample.mayPublish;
  const why = sample.hasFolder ? workbench.readOnlyTitle : workbench.noFolder;
  const another = (): void => {
    // of a kept format the one before stays until another is there
    const gone = mapping === undefined ? call('/formats/sample', { method: 'DELETE' }) : Promise.resolve();
    gone.then(() => {
      changeQuery({ doc: undefined });
      onGone();
    }, setFailed);
  };
  return (
    <div class="wb-bar">
      <p class="wb-name">{mapping === undefined ? texts.newFormat : texts.change.title}</p>
      <span class="muted">{kept.notes.name}</span>
      {mapping !== undefined && <a href={linkTo(`/mappings/${mapping}`)}>{mapping}</a>}
      <div class="wb-bar-right">
        <KeptWord keeper={kept.keeper} />
        <button type="button" class="b" onClick={another}>
          {texts.another}
        </button>
        <button
          type="button"
          class="b p"
          disabled={!mayKeep || recognised?.mapping === undefined || recognised.change?.isChanged === false}
          title={mayKeep ? undefined : why}
          onClick={() => setKeeping(true)}
        >
          {texts.keep}
        </button>
      </div>
      <Problem error={failed} />
      {isKeeping && recognised && !recognised.change && (
        <KeepDialog {...{ kept, document }} recognised={recognised} onClose={() => setKeeping(false)} />
      )}
      {isKeeping && recognised?.change && mapping !== undefined && (
        <ChangeDialog
          {...{ kept, mapping, document }}
          change={recognised.change}
          onClose={() => setKeeping(false)}
        />
      )}
    </div>
  );
}

function KeptWord({ keeper: { kept, isOpen, error, other } }: Pick<KeptNotesState, 'keeper'>) {
  const { drafts, workbench } = words.value;
  const { keptAt } = kept;
  if (error !== undefined) return <Problem error={error} />;
  if (other) return <span class="warn">{drafts.waits}</span>;
  if (isOpen) return <span class="muted">{workbench.draftKeeping}</span>;
  if (keptAt === undefined) return null;
  return (
    <span>
      <Icon name="tick" tone="ok" /> {workbench.draftKept(formatSeconds(keptAt))}
    </span>
  );
}

interface LineProps {
  readonly sample: SampleAnswer;
  readonly recognised: RecognisedSampleModel | undefined;
  readonly corrections: SampleCorrectionsModel;
  /** Why nothing is recognised as it is said now. */
  readonly because: string | undefined;
}

/** The answer first: what it is, and what is not placed. */
function SampleAnswerLine({ sample, recognised, corrections, because }: LineProps) {
  const { sample: texts } = words.value;
  if (because !== undefined)
    return (
      <Answer state="refused" title={sample.format === undefined ? texts.unknown : texts.change.unknown}>
        {because}
      </Answer>
    );
  if (recognised === undefined) return <Answer state="noNews" title={texts.recognising} />;
  const open =
    recognised.proposal && !recognised.change
      ? listOpenFields(recognised.proposal, recognised.meanings, corrections)
      : [];
  const unclear = recognised.proposal?.fields.find((field) => isUnclearNumber(field, corrections));
  const isWrong = [...recognised.missing, ...recognised.findings, ...recognised.reading].some(
    ({ severity }) => severity === 'error',
  );
  const hasLost = recognised.segments?.groups.some(({ places }) =>
    places.some(({ fate }) => fate === 'lost'),
  );
  // nothing is well as long as no document comes of it
  const isDrafted = recognised.mapping !== undefined && !recognised.change?.rules.length;
  const isOpen = open.length > 0 || unclear !== undefined || hasLost === true;
  const state = !isDrafted || isWrong || isOpen ? 'parked' : 'green';
  const wrong = recognised.reading.find(({ severity }) => severity === 'error');
  return (
    <Answer
      state={state}
      title={
        recognised.change
          ? texts.change.answer(recognised, recognised.change)
          : texts.title(recognised, open, unclear)
      }
    >
      {recognised.proposal && texts.facts(recognised.proposal)}{' '}
      {wrong?.line !== undefined && <Sentence text={texts.wrongLine(wrong.line, wrong.message)} />}{' '}
      {sample.file?.isCut && texts.cut(sample.mostLines)}{' '}
      {recognised.notRead > 0 && texts.notRead(recognised.documents, recognised.notRead)}
    </Answer>
  );
}

interface RecognisedProps {
  readonly sample: SampleAnswer;
  readonly recognised: RecognisedSampleModel;
  /** Of the format. */
  readonly name: string;
  readonly document: number;
  readonly corrections: SampleCorrectionsModel;
  onCorrect(corrections: SampleCorrectionsModel): void;
}

function RecognisedView({ sample, recognised, name, document, corrections, onCorrect }: RecognisedProps) {
  const { sample: texts } = words.value;
  const { proposal, segments } = recognised;
  const [record, setRecord] = useState<string>();
  const kinds = proposal?.records ?? [];
  // of another column other kinds are known
  const shown = (kinds.find(({ type }) => type === record) ?? kinds[0])?.type;
  const file = sample.file;
  return (
    <>
      <section>
        <h2 class="sample-head">
          {file?.path} <small>{texts.size(file?.lines ?? 0, file?.size ?? 0)}</small>
        </h2>
        {proposal?.recordType && shown !== undefined && (
          <RecordLines {...{ proposal, record: shown }} reading={recognised.reading} onRecord={setRecord} />
        )}
        {proposal && !proposal.recordType && proposal.rows.length > 0 && (
          <SampleTable
            {...{ proposal, corrections, onCorrect }}
            meanings={recognised.meanings}
            reading={recognised.reading}
            record={shown}
            onRecord={setRecord}
          />
        )}
        {proposal && shown !== undefined && (
          <RecordPanel
            {...{ proposal, corrections, onCorrect, record: shown }}
            kind={recognised.documentKind}
            isKept={recognised.change !== undefined}
            onRecord={setRecord}
          />
        )}
      </section>
      <div class="sample-two">
        <div>
          {proposal && (
            <FieldTable
              {...{ proposal, corrections, onCorrect }}
              meanings={recognised.meanings}
              types={sample.types}
              kind={recognised.documentKind}
              change={recognised.change}
              isNamed={recognised.syntax !== 'xml'}
              record={shown}
            />
          )}
          {segments && (
            <SegmentTable {...{ segments, corrections, onCorrect }} kind={recognised.documentKind} />
          )}
          {!proposal && !segments && <p class="muted">{texts.nothingToCorrect}</p>}
        </div>
        <SampleResult {...{ recognised, document, name }} />
      </div>
    </>
  );
}
