import { expect, it } from 'vitest';
import { orderXml } from '../../test/kit/documents.ts';
import { loadChannelRuntimes } from '../pipeline/runtime/channel-runtime.ts';
import { channel } from '../pipeline/testkit/check-and-prepare.ts';
import type { StepInput } from './rerun/rerun-steps.ts';
import { replayWithProvenance } from './value-provenance.ts';

/** The whole way of a bundle: `test/trace.test.ts`. */

function givenOf(bytes: Buffer): StepInput {
  const orders = channel('orders-json');
  const message = { id: 1, arrival: 1, hash: 'h', forced: false, note: false };
  const source = { kind: 'file', id: 'a', name: 'a.xml', size: 1, mtime: 1 } as const;
  return {
    check: { channel: orders, bytes, source },
    prepare: { channel: orders, message, bytes, bodies: {}, now: '2026-03-02T10:00:00.000Z' },
  };
}

it('tells of the first 20,000 values, of each text its begin, and shows what acts on a terminal', () => {
  const lines = Array.from({ length: 2_000 }, (_, n) => ({ id: `${n + 1}` }));
  const note = `\u202e${'long '.repeat(2_000)}`;
  const all = loadChannelRuntimes(undefined);
  const { trace } = replayWithProvenance(
    all.forSchemas(undefined),
    givenOf(orderXml({ number: 'PO-1', note, lines })),
  );
  all.dispose();
  if (trace === undefined) throw new Error('no mapping ran');
  expect(trace.values).toBeGreaterThan(20_000);
  expect(trace.told).toBe(20_000);
  const targets = trace.lines.filter((line) => /^ {2}\S/.test(line));
  expect(targets.length).toBe(20_000);
  expect(Math.max(...trace.lines.map((line) => line.length))).toBeLessThan(600);
  expect(trace.lines.find((line) => line.includes('order/notes ='))).toMatch(
    /^ {2}order\/notes = "\\u202elong .*…"$/,
  );
});
