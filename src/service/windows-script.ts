import { serviceStopSeconds } from '../time/deadline.ts';
import {
  folderOf,
  isJournalsOwn,
  keepOutermost,
  nodeOptions,
  type ServiceSite,
  secretsOf,
} from './service-site.ts';

/** Days of log that are kept. */
const logDays = 30;

/** Administrators and the system, in every language of Windows. */
const administrators = "'*S-1-5-32-544:(OI)(CI)F', '*S-1-5-18:(OI)(CI)F'";

/**
 * A script for PowerShell (5.1 or later, as administrator) that installs a Windows service by Shawl: it ends the gateway with
 * Ctrl-C, waits for it, starts it again after a crash, and keeps its log in files of one day each.
 */
export function renderWindowsScript(site: ServiceSite): string {
  const { name, account, config, node, program } = site;
  const run = [node, nodeOptions, program, 'start', '--config', config].map(text).join(', ');
  return `# Installs the Windows service ${name}. Run it in PowerShell as administrator, with shawl.exe in the same folder
# (https://github.com/mtkennerly/shawl, 1.7 or later, or: winget install mtkennerly.shawl).
# Written by: gateway service print windows. To take the service away: sc.exe stop ${name}; sc.exe delete ${name}
$ErrorActionPreference = 'Stop'
$name = ${text(name)}
$account = ${text(account)}
$site = ${text(folderOf(site))}
$secrets = ${text(secretsOf(site))}
$logs = Join-Path $site 'logs'

function Invoke-Program([string] $program, [string[]] $words) {
  & $program $words
  if ($LASTEXITCODE -ne 0) { throw "$program $words ended with $LASTEXITCODE" }
}

$shawl = Join-Path $PSScriptRoot 'shawl.exe'
if (-not (Test-Path $shawl)) { $shawl = (Get-Command shawl.exe).Source }

# the log in files: one a day, ${logDays} of them; Ctrl-C at a stop, and longer than the gateway needs to end
Invoke-Program $shawl @(
  'add', '--name', $name, '--cwd', $site, '--stop-timeout', '${serviceStopSeconds * 1000}', '--restart-delay', '10000',
  '--log-dir', $logs, '--log-as', 'service', '--log-cmd-as', 'gateway', '--log-rotate', 'daily', '--log-retain', '${logDays}',
  '--', ${run}
)

# the account
${accountLines(account)}
Invoke-Program sc.exe @('config', $name, 'start=', 'auto')
Invoke-Program sc.exe @('failure', $name, 'reset=', '86400', 'actions=', 'restart/10000/restart/60000/restart/60000')

# its rights: all of the site to read, secrets and the journal for it and administrators alone, and where it writes
New-Item -ItemType Directory -Force -Path $logs | Out-Null
Invoke-Program icacls.exe @($site, '/grant', "\${account}:(OI)(CI)RX")
if (Test-Path $secrets) {
  Invoke-Program icacls.exe @($secrets, '/inheritance:r', '/grant:r', ${administrators}, "\${account}:(OI)(CI)R")
}
Invoke-Program icacls.exe @($logs, '/grant', "\${account}:(OI)(CI)M")
${rights(site).join('\n')}
Invoke-Program sc.exe @('start', $name)
Write-Host "$name is started. Its log: $logs\\gateway_rCURRENT.log"
`;
}

/** A service account of Windows has no password; that of a person or a domain is asked for, and stands in no command line. */
function accountLines(account: string): string {
  if (/^NT (SERVICE|AUTHORITY)\\|\$$|^LocalSystem$/i.test(account))
    return "Invoke-Program sc.exe @('config', $name, 'obj=', $account)";
  return `# ("Log on as a service" must be granted to it: secpol.msc, Local Policies, User Rights Assignment)
$password = (Get-Credential -UserName $account -Message 'Password of the account that runs the gateway').GetNetworkCredential().Password
$service = Get-CimInstance Win32_Service -Filter "Name='$name'"
$changed = Invoke-CimMethod $service -MethodName Change -Arguments @{ StartName = $account; StartPassword = $password }
if ($changed.ReturnValue -ne 0) { throw "The account was refused: $($changed.ReturnValue)" }`;
}

/** Rights on a share are given on its server. */
const rights = (site: ServiceSite): readonly string[] =>
  keepOutermost([...site.needed, ...site.folders]).map((path) =>
    path.startsWith('\\\\')
      ? `Write-Host ${text(`Give the account the right to change files in ${path}: the server of that share decides.`)}`
      : `New-Item -ItemType Directory -Force -Path ${text(path)} | Out-Null\n${grantOf(site, path)}`,
  );

/** The journal holds every order, with prices: its own folder is closed to others. */
function grantOf(site: ServiceSite, path: string): string {
  const modify = `"\${account}:(OI)(CI)M"`;
  return isJournalsOwn(site, path)
    ? `Invoke-Program icacls.exe @(${text(path)}, '/inheritance:r', '/grant:r', ${administrators}, ${modify})`
    : `Invoke-Program icacls.exe @(${text(path)}, '/grant', ${modify})`;
}

/** A text in which nothing is replaced. PowerShell takes typographic quotes for quotes too. */
const text = (value: string): string => `'${value.replace(/['\u2018-\u201b]/g, '$&$&')}'`;
