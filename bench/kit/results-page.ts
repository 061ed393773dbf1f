import { z } from 'zod';

/** bench/RESULTS.md: its chapters, and the section of each benchmark in them. */

/** What one run of a benchmark came to. */
export interface BenchmarkRun {
  readonly name: string;
  readonly words: readonly string[];
  readonly day: string;
  readonly commit: string;
  readonly machine: string;
  readonly seconds: number;
  /** Of the machine, before it began: the average of a minute. */
  readonly load: number;
  /** What it printed, and that it did not come to its end. */
  readonly output: string;
  readonly endedBadly: boolean;
}

export interface ResultsPage {
  /** By hand. */
  readonly counted: string;
  /** Sections by name: of this machine and commit, and of others. */
  readonly own: ReadonlyMap<string, string>;
  readonly others: ReadonlyMap<string, string>;
}

/** Figures say something beside others of the same machine and the same commit only. */
export type Place = Pick<BenchmarkRun, 'machine' | 'commit'>;

const head = `# What was measured

Written by \`npm run bench\`, but for the chapter *Counted*. Every figure is of one run, and means something beside the others of its table only.
\`npm run bench -- short\` measures again what is promised, in some ten minutes on two cores.
`;

const countedHeading = '# Counted';
const othersHeading = '# Of other machines and earlier commits';

const headingOf = ({ machine, commit }: Place): string => `# ${machine}, commit ${commit}`;

export function parseResultsPage(text: string, place: Place): ResultsPage {
  const counted = text.split(/^(?=# )/m).find((part) => part.startsWith(countedHeading)) ?? '';
  const sections = text.split(/^(?=##? )/m).filter((part) => part.startsWith('## '));
  const isOwn = (section: string) =>
    section.includes(`, ${place.machine},`) && section.includes(`, commit ${place.commit},`);
  // of two of one name the first
  const named = (some: readonly string[]) =>
    new Map(some.map((section) => [/^## (\S+)/.exec(section)?.[1] ?? '', section] as const).reverse());
  return {
    counted,
    own: named(sections.filter(isOwn)),
    others: named(sections.filter((section) => !isOwn(section))),
  };
}

/** What was measured here and now takes the place of what was measured before. */
export function renderResultsPage(
  { counted, own, others }: ResultsPage,
  place: Place,
  order: readonly string[],
): string {
  const inOrder = (sections: ReadonlyMap<string, string>) =>
    order.flatMap((name) => sections.get(name) ?? []);
  const older = new Map([...others].filter(([name]) => !own.has(name)));
  const missing = order.filter((name) => !own.has(name));
  const note = missing.length === 0 ? '' : `Not measured with this commit: ${missing.join(', ')}.`;
  const ofOthers = inOrder(older);
  return [
    ...[head, counted, headingOf(place), note, ...inOrder(own)],
    ...(ofOthers.length === 0 ? [] : [othersHeading, ...ofOthers]),
  ]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => `${part}\n`)
    .join('\n');
}

const reportSchema = z.object({
  question: z.string(),
  rows: z.array(
    z.object({
      what: z.string(),
      figure: z.union([z.number(), z.string()]),
      target: z.string().optional(),
      met: z.boolean().optional(),
    }),
  ),
});

export function renderSection(run: BenchmarkRun): string {
  const { name, day, machine, commit, seconds, load } = run;
  const command = ['node', `bench/${name}.ts`, ...run.words].join(' ');
  const facts = `\`${command}\`, ${day}, ${machine}, commit ${commit}, ${Math.round(seconds)} s, load before ${load.toFixed(1)}`;
  return `## ${name}\n\n${facts}\n\n${renderOutput(run.output, run.endedBadly)}\n`;
}

/** What it reported as tables; where that is nothing, and where it ended badly, what it printed. */
function renderOutput(output: string, endedBadly: boolean): string {
  const lines = output.split('\n');
  const tables = lines.filter(isReport).map(renderTable);
  const others = lines.filter((line) => !isReport(line)).join('\n');
  return (tables.length > 0 && !endedBadly ? tables : [...tables, fence(others)]).join('\n\n');
}

const isReport = (line: string): boolean => line.startsWith('{');

const fence = (text: string): string => `\`\`\`\n${text.trim()}\n\`\`\``;

function renderTable(line: string): string {
  const { question, rows } = reportSchema.parse(JSON.parse(line));
  const cells = rows.map(({ what, figure, target = '', met }) => [
    ...[what, `${figure}`, target],
    met === undefined ? '' : met ? 'yes' : '**no**',
  ]);
  const all = [['what', 'figure', 'target', 'met'], ['---', '---', '---', '---'], ...cells];
  return `${question}\n\n${all.map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n')}`;
}
