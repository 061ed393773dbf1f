import { statusMembers } from '../src/metrics/metric-facts.ts';
import { series } from '../src/metrics/metric-series.ts';
import { cell, code, codes, made, table } from './markdown.ts';

/** docs/reference/metrics.md: every number that a gateway tells of itself. */
export function metricsPage(): string {
  const rows = Object.values(series).map(({ name, type, labels, help }) => [
    code(name),
    type,
    codes([...labels].sort()),
    cell(help),
  ]);
  const members = Object.entries(statusMembers).map(([name, [type, words]]) => [
    code(name),
    type,
    cell(words),
  ]);
  return `# Numbers

${made('the table of numbers (`src/metrics/`)')} How a monitor is connected: [monitoring.md](../monitoring.md).

## /metrics

${table(['name', 'type', 'labels', 'what it tells'], rows)}

## /status.json

Flat, with these members. Counts and ages are over all channels; an age of nothing is 0, what is not there is -1.

${table(['member', 'type', 'what it tells'], members)}
`;
}
