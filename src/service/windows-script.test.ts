import { describe, expect, it } from 'vitest';
import { serviceStopSeconds } from '../time/deadline.ts';
import type { ServiceSite } from './service-site.ts';
import { renderWindowsScript } from './windows-script.ts';

const site: ServiceSite = {
  name: 'scsn-gateway',
  account: 'NT SERVICE\\scsn-gateway',
  config: 'C:\\ERP\\site\\gateway.yaml',
  node: 'C:\\Program Files\\scsn-gateway\\node.exe',
  program: 'C:\\Program Files\\scsn-gateway\\bin\\gateway.js',
  needed: ['C:\\ERP\\site\\data'],
  folders: ['\\\\files\\erp\\out', "C:\\ERP\\O'Brien's"],
  lowPort: false,
};

const script = (more: Partial<ServiceSite> = {}): string => renderWindowsScript({ ...site, ...more });

/** Every literal text of a script: what PowerShell takes as it stands. */
const literals = (text: string): readonly string[] =>
  [...text.matchAll(/'((?:[^']|'')*)'/g)].map(([, inner = '']) => inner.replaceAll("''", "'"));

describe('a script that installs a Windows service', () => {
  it('starts the gateway by Shawl, which waits for its end longer than it takes', () => {
    const words = literals(script().split('# the account')[0] ?? '');
    const command = words.slice(words.indexOf('--') + 1);
    expect(command.slice(0, 6)).toEqual([
      site.node,
      '--max-semi-space-size=8',
      site.program,
      'start',
      '--config',
      site.config,
    ]);
    expect(words[words.indexOf('--stop-timeout') + 1]).toBe(String(serviceStopSeconds * 1000));
  });

  it('keeps the log in files that are turned over', () => {
    const words = literals(script());
    expect(words[words.indexOf('--log-rotate') + 1]).toBe('daily');
    expect(Number(words[words.indexOf('--log-retain') + 1])).toBeGreaterThan(6);
  });

  it('gives rights where it writes; those of a share its server gives', () => {
    const granted = script()
      .split('\n')
      .filter((line) => line.includes('icacls.exe') && line.includes('(OI)(CI)M'));
    expect(granted).toHaveLength(3);
    expect(granted.join('\n')).toContain("'C:\\ERP\\O''Brien''s'");
    expect(granted.join('\n')).not.toContain('\\\\files');
    expect(script()).toContain(
      "Write-Host 'Give the account the right to change files in \\\\files\\erp\\out",
    );
  });

  it('closes the folder of the journal to others, where nothing else lies in it', () => {
    const closed = (needed: string) =>
      script({ config: '/site/gateway.yaml', needed: [needed] })
        .split('\n')
        .filter((line) => line.includes('/inheritance:r') && line.includes('(OI)(CI)M'));
    expect(closed('/site/data')).toEqual([expect.stringContaining("'/site/data', '/inheritance:r'")]);
    expect(closed('/site')).toEqual([]);
    expect(closed('/elsewhere')).toEqual([]);
  });

  it('asks for the password of a person or a domain, and for none of a service', () => {
    expect(script()).not.toContain('Get-Credential');
    expect(script({ account: 'ERP\\gateway$' })).not.toContain('Get-Credential');
    expect(script({ account: 'ERP\\anna' })).toContain('Get-Credential -UserName $account');
  });

  it('no path ends a text: PowerShell takes typographic quotes for quotes too', () => {
    const config = 'C:\\it’s; Remove-Item C:\\ -Recurse #\\gateway.yaml';
    expect(script({ config })).toContain("'C:\\it’’s; Remove-Item");
  });
});
