import { parser } from '@prometheus-io/lezer-promql';

/** PromQL as Prometheus' own grammar reads it. */

export interface Selector {
  readonly name: string;
  readonly matchers: readonly { readonly label: string; readonly op: string; readonly value: string }[];
}

export interface Query {
  readonly selectors: readonly Selector[];
  /** Of `by (…)`, of all of them. */
  readonly grouped: readonly string[];
  /** Labels that what comes of it may have; undefined: those of its series. */
  readonly labels: readonly string[] | undefined;
}

/** Throws where Prometheus would refuse it. */
export function readQuery(text: string): Query {
  const tree = parser.parse(text);
  const selectors: { name: string; matchers: { label: string; op: string; value: string }[] }[] = [];
  const groups: string[][] = [];
  const matching: string[] = [];
  let isGrouping = false;
  tree.iterate({
    enter({ name, from, to, type }) {
      const said = text.slice(from, to);
      if (type.isError) throw new Error(`at ${from}: ${text.slice(0, from)}<here>${text.slice(from)}`);
      const matcher = selectors.at(-1)?.matchers;
      if (name === 'VectorSelector') selectors.push({ name: '', matchers: [] });
      else if (name === 'GroupingLabels') groups.push([]);
      else if (name === 'Identifier') Object.assign(selectors.at(-1) ?? {}, { name: said });
      else if (name === 'LabelName' && isGrouping) groups.at(-1)?.push(said);
      else if (name === 'LabelName') matcher?.push({ label: said, op: '', value: '' });
      else if (name === 'MatchOp') Object.assign(matcher?.at(-1) ?? {}, { op: said });
      else if (name === 'StringLiteral') Object.assign(matcher?.at(-1) ?? {}, { value: said.slice(1, -1) });
      if (name === 'GroupingLabels') isGrouping = true;
      if (name === 'On' || name === 'Ignoring') matching.push(name);
    },
    leave({ name }) {
      if (name === 'GroupingLabels') isGrouping = false;
    },
  });
  if (matching.length > 0) throw new Error(`these tests do not know ${matching.join()}: ${text}`);
  return { selectors, grouped: groups.flat(), labels: groups[0] };
}
