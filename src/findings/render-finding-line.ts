import { escapeControls } from '../text/visible.ts';
import type { Finding, Language, Severity } from '../types.ts';
import { renderWithKey } from './render-findings.ts';

const labels: Readonly<Record<Language, Readonly<Record<Severity, string>>>> = {
  en: { error: 'error', park: 'to decide', warning: 'warning' },
  nl: { error: 'fout', park: 'te beslissen', warning: 'waarschuwing' },
};

/** `gateway.yaml:12:3 error: … (what to do)`; of a rule that ran: `5:3 error: … (rule order.yaml:12:3)`, the document's line first. */
export function renderFindingLine(finding: Finding, language: Language = 'en'): string {
  const { file, line, column, severity, advice } = finding;
  const rule = file !== undefined && /:\d+:\d+$/.test(file) ? file : undefined;
  const place = [rule === undefined ? file : undefined, line, column].filter((part) => part !== undefined);
  const words = `${labels[language][severity]}: ${renderWithKey(finding)} ${advice}`;
  return escapeControls(
    `${place.length > 0 ? `${place.join(':')} ` : ''}${words}${rule === undefined ? '' : ` (rule ${rule})`}`,
  );
}
