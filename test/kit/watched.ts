import { existsSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { until } from './site.ts';

/** A gateway process that tells of its memory and its event loop. */

const told = z.object({ held: z.number(), busy: z.number(), peak: z.number() });

export interface Told {
  /** Milliseconds for which the event loop was held at the longest since this was asked last. */
  readonly held: number;
  /** The same in time on a core, so that other work on the machine does not count. */
  readonly busy: number;
  /** Megabytes: the most that was ever resident. */
  readonly peak: number;
}

/** Makes the gateways that are started from now on tell; `file` is where. */
export function watchGateways(file: string): void {
  process.env.LOOP_WATCH = file;
  process.env.NODE_OPTIONS = `--import ${fileURLToPath(new URL('loop-watch.ts', import.meta.url))}`;
}

export function stopWatching(): void {
  delete process.env.LOOP_WATCH;
  delete process.env.NODE_OPTIONS;
}

export function askGateway(pid: number, file: string): Promise<Told> {
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  return until('the gateway to tell', () => {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    return text === '' ? undefined : told.parse(JSON.parse(text));
  });
}

/** An order with an embedded file; `end` stands where nothing may stand. */
export function withFile(order: Buffer, file: Buffer, end = ''): Buffer {
  const reference = `<cac:DocumentReference><cbc:ID>D1</cbc:ID><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf">${file.toString('base64')}</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:DocumentReference>`;
  const text = order.toString();
  return Buffer.from(
    text.replace('</cac:LineItem></cac:OrderLine>', `</cac:LineItem>${reference}</cac:OrderLine>${end}`),
  );
}
