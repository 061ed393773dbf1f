import { describe, expect, it } from 'vitest';
import { context, load, mapping, order } from '../testkit/kit.ts';
import { runWithTimeLimit, TimeLimitExceeded } from './time-limit.ts';

const document = order(`<cbc:ID>${'a'.repeat(60)}!</cbc:ID>`);
const head =
  'target:\n  order:\n    supplierAccountNumber: { $text: S }\n    purchaseOrderNumber: { $text: P }\n';

/** What becomes of an expression that never ends or gives too much, and how long it took. */
function ran(rule: string, deadline: number) {
  const start = performance.now();
  const { target, findings } = mapping(`${head}    description: ${rule}\n`)
    .startRun(document, context, { deadline })
    .run();
  expect(target).toBeUndefined();
  expect(performance.now() - start).toBeLessThan(30_000);
  return findings.map(({ code, severity, file, message }) => `${severity} ${code} ${file} ${message}`);
}

const doubled = Array.from({ length: 40 }, (_, i) => `v${i + 1}: "concat($v${i}, $v${i})"`).join(', ');

describe('a runaway expression is stopped, with a finding that names it', () => {
  it.each([
    '"string(some $a in 1 to 99999, $b in 1 to 99999 satisfies $a + $b = 1)"',
    "\"replace(cbc:ID, '^(a|aa)+$', '')\"",
    '"tokenize(cbc:ID, \'(a+)+x\')[1]"',
    "\"string(count((1 to 999999)[matches(string(.), '1')][matches(string(.), '2')]))\"",
  ])('in time: %s', (rule) => {
    expect(ran(rule, 300)).toEqual([
      expect.stringMatching(/^park mapping-failed \S+m\.yaml:8:\d+ .*did not end within 0\.3 seconds/),
    ]);
  });

  it.each([
    '"string-join(for $a in 1 to 1000000000 return \'x\')"',
    '"string-join(for $a in 1 to 99999, $b in 1 to 99999 return \'x\')"',
    '"string(count((1 to 9999) ! (1 to 9999)))"',
    `{ $let: { v0: "'0123456789'", ${doubled} }, $from: $v40 }`,
  ])('before the memory is full: %s', (rule) => {
    expect(ran(rule, 20_000)).toEqual([
      expect.stringMatching(/^park mapping-failed \S+m\.yaml:8:\d+ .*more than a mapping may make/),
    ]);
  });
});

it('a mapping that is nested too deeply is refused', () => {
  const deep = `${'('.repeat(20_000)}cbc:ID${')'.repeat(20_000)}`;
  expect(load(`${head}    description: ${deep}\n`).findings).toMatchObject([
    { code: 'mapping-xpath', severity: 'error' },
  ]);
  const blocks = Array.from({ length: 5000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n');
  expect(load(`target:\n${blocks}`).findings[0]).toMatchObject({ severity: 'error' });
});

it('gives the result of work that ends, and its own errors', () => {
  expect(runWithTimeLimit(10_000, () => 42)).toBe(42);
  expect(() => runWithTimeLimit(10_000, () => new Array(-1))).toThrow(RangeError);
  expect(() =>
    runWithTimeLimit(50, () => {
      for (;;);
    }),
  ).toThrow(TimeLimitExceeded);
});
