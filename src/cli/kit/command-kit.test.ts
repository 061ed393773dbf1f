import { resolve } from 'node:path';
import { Command } from 'commander';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  addConfigOption,
  renderFindingLine,
  renderGatewayCall,
  renderTable,
  resolveFromCaller,
} from './command-kit.ts';

const said = { code: 'c', message: 'It is wrong.', advice: 'Mend it.' } as const;

describe('a finding on the terminal', () => {
  it('begins with the place in its file', () => {
    const finding = { ...said, severity: 'error', file: 'gateway.yaml', line: 12, column: 3 } as const;
    expect(renderFindingLine(finding)).toBe('gateway.yaml:12:3 error: It is wrong. Mend it.');
    expect(renderFindingLine({ ...said, severity: 'park' })).toBe('to decide: It is wrong. Mend it.');
  });

  it('of a rule that ran begins with the place in the document and ends with the rule', () => {
    const finding = { ...said, severity: 'warning', file: 'own/m.yaml:5:26', line: 173, column: 7 } as const;
    expect(renderFindingLine({ ...finding, key: 'order line 1' })).toBe(
      '173:7 warning: Order line 1: It is wrong. Mend it. (rule own/m.yaml:5:26)',
    );
  });
});

it('what would act on the terminal is seen', () => {
  const finding = { ...said, message: 'The name is a\u001b[31mb\u202e.', severity: 'error' } as const;
  expect(renderFindingLine(finding)).toBe('error: The name is a\\x1b[31mb\\u202e. Mend it.');
  expect(renderTable([['A'], ['b\u0007\n']])).toBe('A\nb\\x07\\n');
});

it('a path is meant in the folder that npm was called in', () => {
  vi.stubEnv('INIT_CWD', '/home/anna');
  vi.stubEnv('npm_lifecycle_event', 'gateway');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(resolveFromCaller('site/gateway.yaml')).toBe(resolve('/home/anna/site/gateway.yaml'));
  expect(resolveFromCaller(resolve('/etc/gateway.yaml'))).toBe(resolve('/etc/gateway.yaml'));
  const command = addConfigOption(new Command('x'));
  command.parse([], { from: 'user' });
  expect(command.opts().config).toBe(resolve('/home/anna/gateway.yaml'));
  vi.stubEnv('npm_lifecycle_event', 'test');
  expect(resolveFromCaller('site/gateway.yaml')).toBe('site/gateway.yaml');
});

it('tells how it is called where it runs', () => {
  expect(renderGatewayCall(true)).toBe('npm run -s gateway --');
  expect(renderGatewayCall(false)).toBe('gateway');
});
