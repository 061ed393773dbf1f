import type { CauseGroup, PageReader, Task } from '../../journal/journal.ts';
import { mostCauses } from '../browse/needs-action.ts';
import {
  findWhoActsOnCause,
  findWhoActsOnMessage,
  findWhoActsOnTrouble,
  findWhoDoesTask,
  fixMapping,
  type WhoActs,
} from '../who-acts/who-acts.ts';
import type { AlarmEntry } from './alarm-commands.ts';
import { isTroubleCode } from './alarms-from-health.ts';

type NamedAlarm = Pick<AlarmEntry, 'code' | 'about'>;
type DocumentReader = Pick<PageReader, 'causes' | 'message' | 'tasks'>;

/** About what is wrong with the gateway, whatever documents stand behind it. */
export const findWhoActsOnAlarm = ({ code }: Pick<NamedAlarm, 'code'>): WhoActs =>
  isTroubleCode(code) ? findWhoActsOnTrouble(code) : fixMapping;

/** Alarms about documents of a channel, by the kind of their causes. */
const kinds: Readonly<Record<string, CauseGroup['kind']>> = { parked: 'parked', rejected: 'refused' };

/** Causes of one channel, and open tasks, that are looked at. */
const most = { causes: 50, tasks: 50 } as const;

/**
 * With who has to act: of documents, whoever has to on most of them, as the pages of the messages say it. Where others have to as well, each
 * document says so.
 */
export async function addWhoActs<Alarm extends NamedAlarm>(
  pages: DocumentReader,
  alarms: readonly Alarm[],
): Promise<readonly (Alarm & { readonly act: WhoActs })[]> {
  const isThere = (codes: readonly string[]): boolean => alarms.some(({ code }) => codes.includes(code));
  const causes = isThere(Object.keys(kinds)) ? (await pages.causes(mostCauses)).groups : [];
  const tasks = isThere(['task']) ? await pages.tasks({ open: true, limit: most.tasks }) : [];
  const findAct = async (alarm: Alarm): Promise<WhoActs> =>
    joinActs(await listActs(pages, alarm, causes, tasks)) ?? findWhoActsOnAlarm(alarm);
  return await Promise.all(alarms.map(async (alarm) => ({ ...alarm, act: await findAct(alarm) })));
}

/** The largest group first. */
async function listActs(
  pages: DocumentReader,
  { code, about }: NamedAlarm,
  causes: readonly CauseGroup[],
  tasks: readonly Task[],
): Promise<readonly WhoActs[]> {
  if (code === 'task')
    return tasks.filter(({ channel }) => channel === about).map(({ address }) => findWhoDoesTask(address));
  const groups = causes.filter(({ kind, channel }) => kind === kinds[code] && channel === about);
  return await Promise.all(groups.slice(0, most.causes).map((group) => readAct(pages, group)));
}

async function readAct(pages: DocumentReader, group: CauseGroup): Promise<WhoActs> {
  const message = await pages.message(group.sample);
  const act = message && findWhoActsOnMessage(message);
  // decided meanwhile
  return act === undefined || act.who === 'nobody' ? findWhoActsOnCause(group) : act;
}

const joinActs = ([first, ...others]: readonly WhoActs[]): WhoActs | undefined =>
  first && others.some(({ who }) => who !== first.who) ? { who: first.who, action: 'see-each' } : first;
