import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, expect, it } from 'vitest';
import { runCommandLine } from '../src/cli/testkit/ran.ts';
import { openJournal } from '../src/journal/open/open-journal.ts';
import { hashRunningMappings } from '../src/workbench/drafts/keep-draft.ts';
import { orderXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { patience } from './kit/machine.ts';
import { GatewayProcess } from './kit/process.ts';
import { Site, until } from './kit/site.ts';

/** What a publication frees is retried by the gateway that takes it up, also by one that was killed in the middle. */

const name = 'order-to-exchange';
const inbound = 'erp/out/orders-json';
const stopping = `mapping: ${name}
extends: scsn-gateway/${name}
stop:
  - { when: "true()", as: parked, code: not-now, say: A person decides., advice: Decide. }
`;
const sending = `mapping: ${name}\nextends: scsn-gateway/${name}\n`;

let site: Site;
let gateway: GatewayProcess | undefined;
afterAll(lendWorkers());
afterEach(async () => {
  await gateway?.kill();
  await site.close();
});

/** As the pages publish: `freed` is retried once every gateway that runs uses the file. */
async function publish(text: string, freed: readonly number[]): Promise<void> {
  writeFileSync(site.path(`own/${name}.yaml`), text);
  const journal = await openJournal({ sqlite: site.path('data/journal.db') });
  const [who, reason] = ['anna', 'orders go again'];
  await journal.addPublication(
    { action: 'publish', who, reason, before: 'before', after: 'after', freed },
    {
      ...{ mappings: hashRunningMappings(site.path('own')) ?? '', standing: [] },
      decision: {
        ...{ action: 'retry', force: false, who, reason, filter: '{}' },
        ...{ messages: freed, heldBack: 0, behind: 0 },
      },
    },
  );
  await journal.close();
}

/** With orders that the mapping parks: their numbers in the journal. */
async function openParked(...numbers: readonly string[]): Promise<readonly number[]> {
  site = await Site.open({ config: (config) => Object.assign(config, { mappings: 'own' }) });
  mkdirSync(site.path('own'));
  writeFileSync(site.path(`own/${name}.yaml`), stopping);
  await site.start('none');
  const ids: number[] = [];
  for (const number of numbers) {
    site.drop(inbound, `${number}.xml`, orderXml({ number }));
    const { id, state } = await site.ended(`${number}.xml`);
    expect(state).toBe('parked');
    ids.push(id);
  }
  return ids;
}

const readMessage = (id: number) => site.withJournal((journal) => journal.message(id));
const readLast = () => site.withJournal(async (journal) => (await journal.listPublicationDecisions(1))[0]);
const untilSent = (id: number) =>
  until('it to be sent', async () => ((await readMessage(id))?.outcome === 'delivered' ? true : undefined));

it(
  'retries what was published at the command line beside a running gateway frees',
  async () => {
    const [parked = 0] = await openParked('PO-1');
    await runCommandLine(site.folder, 'map', 'copy', 'edited');
    writeFileSync(site.path(`edited/${name}.yaml`), sending);
    const { out } = await runCommandLine(site.folder, 'map', 'publish', '-m', 'edited', '--retry');
    expect(out).toContain('retried once every gateway that runs uses it: 1.');
    await untilSent(parked);
    await until('the decision to end', async () => (await readLast())?.ended);
    expect(await readLast()).toMatchObject({ state: 'done', total: 1, done: 1, refused: 0 });
    expect(site.simulator.ledger().map(({ key }) => key)).toEqual(['PO-1']);
  },
  120_000 * patience,
);

it(
  'retries nothing where somebody edits by hand what was published before the gateway uses it',
  async () => {
    const [parked = 0] = await openParked('PO-1');
    await site.stop();
    await runCommandLine(site.folder, 'map', 'copy', 'edited');
    writeFileSync(site.path(`edited/${name}.yaml`), sending);
    await runCommandLine(site.folder, 'map', 'publish', '-m', 'edited', '--retry');
    expect(await readLast()).toMatchObject({ state: 'deferred', total: 1 });
    writeFileSync(site.path(`own/${name}.yaml`), stopping);
    await site.start('kept');
    await until('the decision to end', async () => (await readLast())?.ended);
    const given = await readLast();
    expect([given?.state, given?.stoppedBy, given?.overtaken]).toEqual(['stopped', undefined, undefined]);
    expect((await readMessage(parked))?.state).toBe('parked');
  },
  120_000 * patience,
);

it(
  'retries exactly what was asked for, once, also when the gateway that began is killed',
  async () => {
    const [asked = 0, other = 0] = await openParked('PO-1', 'PO-2');
    await site.stop();
    await publish(sending, [asked]);
    gateway = GatewayProcess.spawn(site.path('gateway.yaml'), 'deferred-begun');
    expect(await gateway.gone()).toBe('SIGKILL');
    expect(await readLast()).toMatchObject({ state: 'deferred', left: 1 });
    await site.start('kept');
    await until('the retry to be done', async () =>
      (await readLast())?.state === 'done' ? true : undefined,
    );
    await untilSent(asked);
    expect(site.simulator.ledger().map(({ key }) => key)).toEqual(['PO-1']);
    const decided = async (id: number) =>
      (await site.withJournal((journal) => journal.history(id))).map(({ action, who, reason }) => ({
        ...{ action, who, reason },
      }));
    expect(await decided(asked)).toEqual([{ action: 'retry', who: 'anna', reason: 'orders go again' }]);
    expect(await decided(other)).toEqual([]);
  },
  120_000 * patience,
);
