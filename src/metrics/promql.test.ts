import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { series } from './metric-series.ts';
import { type Query, readQuery, type Selector } from './testkit/promql.ts';

/** The alert rules and the dashboard of `ops/`, read by Prometheus' own grammar and held against what `/metrics` tells. */

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../ops/${path}`, import.meta.url)), 'utf8');

const alertsSchema = z.object({
  groups: z.tuple([
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          for: z.string().regex(/^\d+[mh]$/),
          labels: z.object({ severity: z.enum(['warning', 'critical']) }),
          annotations: z.object({ summary: z.string(), todo: z.string() }),
        }),
      ),
    }),
  ]),
});
const { rules } = alertsSchema.parse(parse(read('prometheus/alerts.yaml'))).groups[0];

const boardSchema = z.object({
  panels: z.array(
    z.object({
      title: z.string(),
      targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })).default([]),
    }),
  ),
});
const { panels } = boardSchema.parse(JSON.parse(read('grafana/scsn-gateway.json')));

/** What a rule or panel asks for, and the labels that its texts name. */
interface Asked {
  readonly title: string;
  readonly expr: string;
  readonly named: readonly string[];
}

const asked: readonly Asked[] = [
  ...rules.map(({ alert, expr, annotations }) => ({
    title: `alert ${alert}`,
    expr,
    named: namesIn(Object.values(annotations).join(' '), /\$labels\.(\w+)/g),
  })),
  ...panels.flatMap(({ title, targets }) =>
    targets.map(({ expr, legendFormat }) => ({
      title: `panel ${title}`,
      expr,
      named: namesIn(legendFormat, /\{\{(\w+)\}\}/g),
    })),
  ),
];

function namesIn(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name);
}

/** Prometheus adds these to what it reads. */
const added = ['instance', 'job'];

const known: readonly { readonly name: string; readonly type: string; readonly labels: readonly string[] }[] =
  Object.values(series);

/** The labels of a series; undefined: there is none of that name. */
function labelsOf(name: string): readonly string[] | undefined {
  if (name === 'up') return added;
  const own = known.find((one) => one.name === name);
  const histogram = known.find(
    (one) => one.type === 'histogram' && name.replace(/_(bucket|sum|count)$/, '') === one.name,
  );
  if (histogram) return [...histogram.labels, ...added, ...(name.endsWith('_bucket') ? ['le'] : [])];
  return own && [...own.labels, ...added];
}

const labelsIn = ({ selectors }: Query): readonly string[] =>
  selectors.flatMap(({ name }) => labelsOf(name) ?? []);

const wrongIn = ({ name, matchers }: Selector): readonly string[] => {
  const labels = labelsOf(name);
  if (labels === undefined) return [`there is no ${name}`];
  return matchers.flatMap(({ label }) => (labels.includes(label) ? [] : [`${name} has no ${label}`]));
};

it('there are rules and panels enough to be worth it', () => {
  expect(rules.length).toBeGreaterThan(10);
  expect(panels.length).toBeGreaterThan(10);
});

describe.each(asked.map((one) => [one.title, one] as const))('%s', (_, { expr, named }) => {
  it('is PromQL over series and labels that are there', () => {
    const query = readQuery(expr);
    expect(query.selectors.length).toBeGreaterThan(0);
    expect(query.selectors.flatMap(wrongIn)).toEqual([]);
    expect(query.grouped.filter((label) => !labelsIn(query).includes(label))).toEqual([]);
  });

  it('names in its texts only labels that come of it', () => {
    const query = readQuery(expr);
    const left = query.labels ?? labelsIn(query);
    expect(named.filter((label) => !left.includes(label))).toEqual([]);
  });

  it('takes rates of counters and histograms alone', () => {
    const counted = [...expr.matchAll(/\b(?:rate|increase)\((\w+)/g)].map(([, name = '']) => name);
    const types = counted.map(
      (name) => known.find((one) => one.name === name.replace(/_(bucket|sum|count)$/, ''))?.type,
    );
    expect(types.every((type) => type === 'counter' || type === 'histogram')).toBe(true);
  });
});

describe('what these tests find', () => {
  it.each([
    'sum by (channel) (scsn_gateway_messages{state="parked"}',
    'scsn_gateway_messages{state=parked}',
    'rate(scsn_gateway_messages_total[5])m',
    'scsn_gateway_health = 2',
    '',
  ])('no PromQL: %s', (text) => expect(() => readQuery(text)).toThrow());

  it('a name or a label that is not there', () => {
    const query = readQuery('max by (le) (scsn_gateway_messages{outcome="x"}) / scsn_gateway_nothing');
    expect(query.selectors.flatMap(wrongIn)).toEqual([
      'scsn_gateway_messages has no outcome',
      'there is no scsn_gateway_nothing',
    ]);
    expect(query).toMatchObject({ grouped: ['le'], labels: ['le'] });
  });
});
