import { findAcknowledgement } from '../../operator/alarms/acknowledgements.ts';
import { computeStamp, listFiles } from '../../pipeline/runtime/runtime-snapshot.ts';
import { sha256 } from '../../text/sha256.ts';
import { version } from '../../version.ts';
import type { Desk } from '../desk.ts';
import type { LiveEvent } from '../model/live-model.ts';

/** How it stands, in numbers for the bar. What has ended is not counted: this costs the same on a journal of a million. */
export async function readLiveEvent({ journal, config, health, now }: Desk): Promise<LiveEvent> {
  const { status, reasons } = health();
  const [open, newest, acknowledgements, mappings] = await Promise.all([
    journal.pages.countOpenMessages(),
    journal.pages.list({ limit: 1 }),
    reasons.length === 0 ? [] : journal.troubles.listAcknowledgements(),
    readMappingsStamp(config().mappings),
  ]);
  const unseen = reasons.filter((reason) => !findAcknowledgement(reason, acknowledgements));
  const waiting = open.filter(({ state }) => state === 'parked' || state === 'rejected');
  const last = newest[0];
  return {
    at: now().toISOString(),
    health: status,
    needsAction: waiting.reduce((sum, { count }) => sum + count, 0),
    alarms: unseen.length,
    mark: JSON.stringify([
      last?.id,
      last?.state,
      last?.outcome,
      reasons.map(({ code, about, level }) => [code, about, level]),
      unseen.length,
      open.map(({ channel, state, count }) => [channel, state, count]),
      mappings,
    ]),
    mappings,
    version,
  };
}

/** Milliseconds: a share that hangs holds up no page. */
const folderPatience = 500;

/** Tells one state of a folder from another; empty where there is none, or while it does not answer. */
const readMappingsStamp = (folder: string | undefined): Promise<string> =>
  folder === undefined
    ? Promise.resolve('')
    : listFiles(folder, folderPatience).then(
        (files) => sha256(computeStamp(files)),
        () => '',
      );
