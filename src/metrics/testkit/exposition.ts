/** Reads Prometheus' text format (version 0.0.4) as strictly as Prometheus does: https://prometheus.io/docs/instrumenting/exposition_formats/ */

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Family {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

const sampleLine = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? ([^ ]+)$/;
const label = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y;

/** The families of a page by name. Throws at the first line that Prometheus would refuse. */
export function readExposition(page: string): ReadonlyMap<string, Family> {
  if (!page.endsWith('\n')) throw new Error('the last line does not end');
  const families = new Map<string, { name: string; type: string; help: string; samples: Sample[] }>();
  const seen = new Set<string>();
  for (const line of page.split('\n').slice(0, -1)) {
    if (line === '') continue;
    const [, word, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (word === 'HELP') families.set(name, { name, type: '', help: rest, samples: [] });
    else if (word === 'TYPE') {
      const family = families.get(name);
      if (family === undefined || family.type !== '' || family.samples.length > 0)
        throw new Error(`TYPE out of place: ${line}`);
      if (!/^(counter|gauge|histogram|summary|untyped)$/.test(rest)) throw new Error(`no type: ${line}`);
      family.type = rest;
    } else {
      const sample = sampleOf(line);
      const series = `${sample.name} ${JSON.stringify(Object.entries(sample.labels).sort())}`;
      if (seen.has(series)) throw new Error(`told twice: ${line}`);
      seen.add(series);
      familyOf(families, sample.name, line).samples.push(sample);
    }
  }
  return families;
}

function sampleOf(line: string): Sample {
  const [, name, labels = '', text = ''] = sampleLine.exec(line) ?? [];
  const value = text === '+Inf' ? Infinity : text === '-Inf' ? -Infinity : Number(text);
  if (name === undefined || (Number.isNaN(value) && text !== 'NaN')) throw new Error(`no sample: ${line}`);
  return { name, labels: labelsOf(labels, line), value };
}

function labelsOf(text: string, line: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  label.lastIndex = 0;
  for (let at = 0; at < text.length; at = label.lastIndex) {
    const [, name, value] = label.exec(text) ?? [];
    if (name === undefined || value === undefined || name in found) throw new Error(`no labels: ${line}`);
    found[name] = value.replace(/\\(["\\n])/g, (_, c: string) => (c === 'n' ? '\n' : c));
  }
  return found;
}

function familyOf<F extends Family>(families: ReadonlyMap<string, F>, name: string, line: string): F {
  const own = families.get(name);
  const histogram = families.get(name.replace(/_(bucket|sum|count)$/, ''));
  const family = own ?? (histogram?.type === 'histogram' ? histogram : undefined);
  if (!family || family.type === '') throw new Error(`a sample without TYPE: ${line}`);
  return family;
}

/** The value of a sample with these labels (it may have more); undefined: there is none. */
export const findSample = (
  families: ReadonlyMap<string, Family>,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined =>
  [...families.values()]
    .flatMap(({ samples }) => samples)
    .find(
      (sample) =>
        sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
    )?.value;
