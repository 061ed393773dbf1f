import { csvFormat } from './csv/format.ts';
import { csvLayout } from './csv/layout.ts';
import { hashOf, readDescription } from './describe/load.ts';
import type { LoadedFormat } from './interface.ts';

/** The format that a file describes. `file`: its path, for findings. Never throws for what the text says. */
export function describedFormat(text: string, file: string): LoadedFormat {
  const { description, source, findings } = readDescription(text, file);
  if (description === undefined) return { findings };
  if (description.syntax !== 'csv') return { findings };
  const made = csvLayout(source, description);
  const all = [...findings, ...made.findings];
  if (made.layout === undefined) return { findings: all };
  return { format: csvFormat(made.layout, hashOf(text)), findings: all };
}
