import { expect, it } from 'vitest';
import { BoundedGroups } from './bounded-groups.ts';
import { type CompareReport, CompareReportBuilder, type ValueGroup } from './compare-report.ts';
import { renderHtmlReport } from './report-html.ts';
import { renderCompareReport } from './report-text.ts';

/** Who signs must know what the page does not show. */

it('kinds beyond the most are left out, and each of them is counted once', () => {
  const kinds = new BoundedGroups<{ key: string }>(2);
  for (const key of ['a', 'b', 'c', 'd', 'c', 'a']) kinds.getOrAdd(key, () => ({ key }));
  expect(kinds.all.map(({ key }) => key)).toEqual(['a', 'b']);
  expect(kinds.leftOut).toBe(2);
});

const value = (n: number): ValueGroup => ({
  ...{ path: 'lines/unit', from: `${n}`, to: 'C62' },
  ...{ count: 1, messages: 1, examples: [] },
});

const report: CompareReport = {
  ...new CompareReportBuilder().report(30, 0),
  values: Array.from({ length: 12 }, (_, n) => value(n)),
  paths: [{ path: 'lines/unit', count: 30, messages: 20 }],
  leftOut: { outcomes: 0, reasons: 0, values: 18 },
};

it('the signed page says how many kinds it does not show', () => {
  for (const masked of [false, true]) {
    const page = renderHtmlReport(report, { title: ['title'], masked });
    expect(page).toContain('lines/unit: 30 values in 20 messages');
    expect(page).toContain('and 18 more kinds; the totals count them');
    expect(page.match(/1 × /g)).toHaveLength(12);
  }
});

it('the text shows ten kinds of a path, and says how many more there are', () => {
  const text = renderCompareReport(report).join('\n');
  expect(text.match(/1 × /g)).toHaveLength(10);
  expect(text).toContain('    and 2 more kinds\n');
  expect(text).toContain('  and 18 more kinds; the totals count them');
});

it('the page speaks the language of who signs it', () => {
  const why = 'what was delivered of its order before is not kept';
  const told = { ...report, notComparable: [{ why, count: 3, examples: [] }] };
  const page = renderHtmlReport(told, { title: [], masked: false, language: 'nl' });
  expect(page).toContain('3, reden: wat eerder van deze order is afgeleverd, is niet bewaard');
  expect(page).toContain('<html lang="nl">');
  expect(page).toContain('Gezien en akkoord:');
  expect(page).toContain('lines/unit: 30 waarden in 20 berichten');
  expect(page).not.toMatch(/messages|would|Would|Seen/);
});
