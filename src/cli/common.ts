import type { Command } from 'commander';
import { loadConfig } from '../config/load.ts';
import type { Config } from '../config/schema.ts';
import { withKey } from '../findings/tell.ts';
import type { Finding } from '../types.ts';

/** Every command that needs the config takes it the same way. */
export const withConfig = (command: Command): Command =>
  command.requiredOption('-c, --config <file>', 'the gateway.yaml to use', 'gateway.yaml');

/** The config, or undefined after its findings were printed. */
export async function configOrFindings(path: string): Promise<Config | undefined> {
  const { config, findings } = await loadConfig(path);
  for (const finding of findings) console.error(tellFinding(finding));
  return config;
}

const labels = { error: 'error', park: 'to decide', warning: 'warning' } as const;

/** `gateway.yaml:12:3 error: … (what to do)` */
export function tellFinding(finding: Finding): string {
  const place = [finding.file, finding.line, finding.column].filter((part) => part !== undefined).join(':');
  return `${place ? `${place} ` : ''}${labels[finding.severity]}: ${withKey(finding)} ${finding.advice}`;
}

/** Aligned columns for a terminal; the last one may be as long as it likes. */
export function table(rows: readonly (readonly string[])[]): string {
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
