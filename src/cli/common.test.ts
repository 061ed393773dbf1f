import { describe, expect, it } from 'vitest';
import { howToCall, tellFinding } from './common.ts';

const said = { code: 'c', message: 'It is wrong.', advice: 'Mend it.' } as const;

describe('a finding on the terminal', () => {
  it('begins with the place in its file', () => {
    const finding = { ...said, severity: 'error', file: 'gateway.yaml', line: 12, column: 3 } as const;
    expect(tellFinding(finding)).toBe('gateway.yaml:12:3 error: It is wrong. Mend it.');
    expect(tellFinding({ ...said, severity: 'park' })).toBe('to decide: It is wrong. Mend it.');
  });

  it('of a rule that ran begins with the place in the document and ends with the rule', () => {
    const finding = { ...said, severity: 'warning', file: 'own/m.yaml:5:26', line: 173, column: 7 } as const;
    expect(tellFinding({ ...finding, key: 'order line 1' })).toBe(
      '173:7 warning: Order line 1: It is wrong. Mend it. (rule own/m.yaml:5:26)',
    );
  });
});

it('tells how it is called where it runs', () => {
  expect(howToCall('file:///checkout/src/cli/common.ts')).toBe('npm run -s gateway --');
  expect(howToCall('file:///usr/lib/node_modules/scsn-gateway/dist/cli/common.js')).toBe('gateway');
});
