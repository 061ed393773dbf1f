import type { ReportFiles } from '../folders/interface.ts';
import type { Message } from '../journal/interface.ts';
import type { Finding } from '../types.ts';

/** What the administrator finds next to a refused or parked file: one text for people, one JSON for programs. */
export function reportOf(message: Message, answer?: string): ReportFiles {
  return { text: textReport(message, answer), json: jsonReport(message, answer) };
}

function verdictWords({ state }: Message, answer: string | undefined): string {
  if (state === 'parked') return 'was put aside: a person has to decide.';
  return answer === undefined ? 'was refused. Nothing was sent.' : 'was refused by the exchange.';
}

function textReport(message: Message, answer: string | undefined): string {
  const verdict = verdictWords(message, answer);
  const order = message.purchaseOrderNumber ? [`Order:    ${message.purchaseOrderNumber}`] : [];
  return [
    `${message.name} ${verdict}`,
    '',
    ...order,
    `Channel:  ${message.channel}`,
    `Received: ${message.receivedAt}`,
    `Message:  ${message.id}   (gateway journal show ${message.id})`,
    '',
    `Why: ${message.reason}`,
    '',
    ...message.findings.flatMap(textFinding),
    ...(answer === undefined ? [] : ['The exchange answered:', `  ${answer}`, '']),
    whatNext(message),
    '',
  ].join('\n');
}

const labels = { error: 'Error', park: 'To decide', warning: 'Warning' } as const;

function textFinding(finding: Finding, index: number): readonly string[] {
  const place =
    finding.line === undefined
      ? ''
      : `line ${finding.line}${finding.column ? `, column ${finding.column}` : ''}`;
  const where = [place, finding.key, finding.path].filter(Boolean).join(' - ');
  return [
    `${index + 1}. ${labels[finding.severity]} [${finding.code}]${where ? `: ${where}` : ''}`,
    `   ${finding.message}`,
    `   ${finding.advice}`,
    '',
  ];
}

function whatNext(message: Message): string {
  return message.state === 'parked'
    ? `What next: later files of the same order wait behind this one. Put it right in the ERP or decide with \`gateway journal\`.`
    : 'What next: put it right in the ERP and export it again, or mend this file and drop it into the inbound folder again.';
}

function jsonReport(message: Message, answer: string | undefined): string {
  const { id, name, channel, receivedAt, purchaseOrderNumber, state, outcome, reason, findings } = message;
  const report = {
    message: id,
    file: name,
    channel,
    receivedAt,
    purchaseOrderNumber,
    state,
    outcome,
    reason,
    findings,
    answer,
  };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}

/** An answer of the exchange as one harmless line: cut, control characters escaped. */
export function tellAnswer(body: Uint8Array, limit = 2000): string {
  const text = Buffer.from(body).toString('utf8');
  const safe = text.replace(/\p{Cc}/gu, (c) =>
    c === '\n' ? ' ' : `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return safe.length > limit ? `${safe.slice(0, limit)} … (${text.length} characters)` : safe;
}
