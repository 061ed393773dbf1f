import { sampleTexts } from '../../../wording/mappings/render-sample.ts';
import { renderTrialEnd } from '../../../wording/mappings/trial-end.ts';
import type { FormatChange } from '../../../workbench/sample/try-kept-format.ts';
import type { RecognisedSample, SampleTrial } from '../../../workbench/sample/try-sample.ts';
import type { TrialReply } from '../../../workbench/trial/trial-reply.ts';
import type { RequestContext } from '../../kit/route.ts';
import type { RecognisedSampleModel, SampleTrialAnswer } from '../../model/workbench/sample-model.ts';
import { describeFinding } from '../mapping-trials.ts';
import { buildProblem } from '../workbench/workbench-problems.ts';
import type { FileNames } from './file-names.ts';

/** Lost values that go over the line: the rest is counted. */
const mostLost = 100;

/** What is recognised in a sample, as the page gets it. */
export function renderSampleTrial(
  reply: TrialReply<SampleTrial>,
  files: FileNames,
  { language }: RequestContext,
): SampleTrialAnswer {
  if (reply.kind === 'superseded') throw buildProblem('asked-again');
  if (reply.kind !== 'answer') return { kind: 'ended', code: reply.kind, ...renderTrialEnd(reply, language) };
  if (reply.answer.kind === 'unknown') return { kind: 'unknown', because: reply.answer.because[language] };
  const { proposal, segments, meanings, assumptions, findings, reading, preview, change, ...same } =
    reply.answer;
  const lost = preview?.lost ?? [];
  const missing = preview?.steps.flatMap((step) => [...step.findings, ...step.targetFindings]) ?? [];
  return {
    ...same,
    ...(proposal === undefined ? {} : { proposal: copyProposal(proposal) }),
    ...(segments === undefined ? {} : { segments: copySegments(segments) }),
    meanings: [...meanings],
    assumptions: assumptions.map((one) => sampleTexts[language].assumptions[one]),
    findings: findings.map((one) => describeFinding(one, files)),
    reading: reading.map((one) => ({
      ...describeFinding(one, files),
      ...(one.field === undefined ? {} : { field: one.field }),
    })),
    ...(preview === undefined ? {} : { result: preview.result.text }),
    missing: [...missing, ...(preview?.result.findings ?? [])].map((one) => describeFinding(one, files)),
    lost: lost
      .slice(0, mostLost)
      .map(({ path, line, text, fate }) => ({ path, line, text, isTested: fate === 'tested' })),
    lostCount: lost.length,
    ...(change === undefined ? {} : { change: copyChange(change, files) }),
  };
}

const copyChange = (
  { isChanged, uses, renamed, rules, difference }: FormatChange,
  files: FileNames,
): RecognisedSampleModel['change'] => ({
  isChanged,
  uses: Object.fromEntries(
    Object.entries(uses).map(([id, { targets, fate }]) => [id, { targets: [...targets], fate }]),
  ),
  renamed: renamed.map((one) => ({ ...one })),
  rules: rules.map((one) => describeFinding(one, files)),
  ...(difference === undefined ? {} : { difference: [...difference] }),
});

const copyProposal = ({
  records,
  fields,
  rows,
  headingRows,
  ...rest
}: NonNullable<RecognisedSample['proposal']>) => ({
  ...rest,
  ...(headingRows === undefined ? {} : { headingRows: [...headingRows] }),
  records: records.map((one) => ({ ...one })),
  fields: fields.map((one) => ({ ...one, examples: [...one.examples] })),
  rows: rows.map((one) => ({ ...one, cells: [...one.cells] })),
});

const copySegments = ({ groups, meanings }: NonNullable<RecognisedSample['segments']>) => ({
  meanings: [...meanings],
  groups: groups.map(({ roles, places, ...group }) => ({
    ...group,
    roles: [...roles],
    places: places.map((place) => ({
      ...place,
      examples: [...place.examples],
      targets: [...place.targets],
    })),
  })),
});
