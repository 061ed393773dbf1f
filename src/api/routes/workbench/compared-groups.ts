import { journalText } from '../../../findings/journal-texts.ts';
import type {
  CompareReport,
  ExampleMessage,
  OutcomeGroup,
  ReasonGroup,
} from '../../../replay/compare/compare-report.ts';
import { listUnknown } from '../../../replay/compare/compare-report.ts';
import type { Language } from '../../../types.ts';
import { listStoppedOutcomes } from '../../../workbench/publish/folder-edit.ts';
import { type ComparedGroup, comparedSections } from '../../model/mapping-compare-model.ts';

/** Kinds of values that go over the line; the totals of their paths have them all. */
const mostValues = 300;

/** What a comparison found, outcomes first: what gets worse, what is freed, the rest, values, what cannot be said. */
export function listComparedGroups(report: CompareReport, language: Language): ComparedGroup[] {
  const stopped = new Set(listStoppedOutcomes(report));
  const groups = listGroups(report, stopped).map((one) => readIn(one, language));
  return comparedSections.flatMap((section) => groups.filter((one) => one.section === section));
}

/** Sentences of the gateway in the language of the reader; codes, paths and what a site's own rules say stay as they are. */
const readIn = (group: ComparedGroup, language: Language): ComparedGroup => ({
  ...group,
  why: journalText(group.why, language),
  examples: group.examples.map((one) => ({ ...one, what: journalText(one.what, language) })),
});

function listGroups(report: CompareReport, stopped: ReadonlySet<OutcomeGroup>): readonly ComparedGroup[] {
  return [
    ...report.outcomes.map((one) => describeOutcome(one, sectionOf(one, stopped))),
    ...report.reasons.map((one) => describeOutcome(one, 'otherwise')),
    ...report.values.slice(0, mostValues).map(
      ({ path, from, to, count, examples }): ComparedGroup => ({
        ...{ section: 'values', path, count, why: '', examples: examples.map(describeExample) },
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to }),
      }),
    ),
    ...(report.onceMore.count === 0 ? [] : [describeReason(report.onceMore, 'onceMore', '')]),
    ...listUnknown(report).map((one) => describeReason(one, 'unknown', one.why)),
  ];
}

const stoppedResults: readonly string[] = ['park', 'wait', 'rejected', 'failed'];

function sectionOf(one: OutcomeGroup, stopped: ReadonlySet<OutcomeGroup>): ComparedGroup['section'] {
  if (stopped.has(one)) return 'worse';
  return one.to === 'deliver' && stoppedResults.includes(one.from) ? 'freed' : 'otherwise';
}

const describeOutcome = (
  { from, to, why, count, examples }: OutcomeGroup,
  section: ComparedGroup['section'],
): ComparedGroup => ({ section, from, to, why, count, examples: examples.map(describeExample) });

const describeReason = (
  { count, examples }: Pick<ReasonGroup, 'count' | 'examples'>,
  section: ComparedGroup['section'],
  why: string,
): ComparedGroup => ({ section, why, count, examples: examples.map(describeExample) });

const describeExample = ({ id, name, order, what }: ExampleMessage) => ({
  ...{ id, name, what },
  ...(order === undefined ? {} : { order }),
});
