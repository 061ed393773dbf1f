import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Config } from '../../config/schema/config-schema.ts';
import { renderFindingLine } from '../../findings/render-finding-line.ts';
import { isCheckout } from '../../package.ts';
import { escapeControls } from '../../text/visible.ts';

export { renderFindingLine };

/** Every command that needs the config takes it the same way. */
export const addConfigOption = (command: Command): Command =>
  command.requiredOption(
    '-c, --config <file>',
    'the gateway.yaml to use',
    resolveFromCaller,
    resolveFromCaller('gateway.yaml'),
  );

/** npm runs its scripts in the folder of the package: a path is meant in the one that npm was called in. */
export function resolveFromCaller(path: string): string {
  const { INIT_CWD: folder, npm_lifecycle_event: script } = process.env;
  if (folder === undefined || script !== 'gateway' || folder === process.cwd()) return path;
  return resolve(folder, path);
}

/**
 * The config, or undefined after its errors were printed, in the language that it asks for. Of warnings a start and `gateway check` tell,
 * not each command that reads it.
 */
export async function loadConfigOrPrint(
  path: string,
  tells: 'errors' | 'all' = 'errors',
): Promise<Config | undefined> {
  // whoever asks for no config need not wait for what reads it
  const { loadConfig } = await import('../../config/load/load-config.ts');
  const { config, findings, language } = await loadConfig(path);
  for (const finding of findings)
    if (tells === 'all' || finding.severity === 'error') console.error(renderFindingLine(finding, language));
  return config;
}

/** Aligned columns for a terminal; the last one may be as long as it likes. */
export function renderTable(given: readonly (readonly string[])[]): string {
  const rows = given.map((row) => row.map(escapeControls));
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => [...(row[column] ?? '')].length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** How the gateway is called in hints: a checkout by npm, an installed package by its command. */
export const renderGatewayCall = (inCheckout = isCheckout): string =>
  inCheckout ? 'npm run -s gateway --' : 'gateway';
