import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { patience } from '../kit/machine.ts';
import { gatewayProgram } from '../kit/process.ts';

/** The zone of the machine says nothing of documents: their times are in the channel's. */

const run = promisify(execFile);

it('every fixture of the delivered mappings gives the same on a machine fourteen hours ahead', {
  timeout: 180_000 * patience,
}, async () => {
  const env = { ...process.env, TZ: 'Pacific/Kiritimati' };
  const { stdout } = await run(process.execPath, [gatewayProgram, 'map', 'test'], { env });
  expect(stdout).toMatch(/^\d{2,} passed, 0 failed$/m);
});
