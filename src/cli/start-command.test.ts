import { expect, it } from 'vitest';
import { waitForStopSignal } from './start-command.ts';

/** What a signal does where there is none (Ctrl-Break on Linux, all of them under vitest). */
async function isToldBy(signal: NodeJS.Signals, system: string): Promise<boolean> {
  const there = new Map(all.map((name) => [name, process.listeners(name)]));
  let told = false;
  const asked = waitForStopSignal(system).then(() => {
    told = true;
  });
  const added = all.flatMap((name) =>
    process.listeners(name).flatMap((one) => (there.get(name)?.includes(one) ? [] : [{ name, one }])),
  );
  for (const { name, one } of added) if (name === signal) one(signal);
  await Promise.race([asked, new Promise((turn) => setImmediate(turn))]);
  for (const { name, one } of added) process.off(name, one);
  return told;
}

const all = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGBREAK'] as const;

it.each([
  ['linux', ['SIGTERM', 'SIGINT']],
  ['win32', ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGBREAK']],
])('%s: a gateway stops on %j', async (system, signals) => {
  const told: string[] = [];
  for (const signal of all) if (await isToldBy(signal, system)) told.push(signal);
  expect(told).toEqual(signals);
});
