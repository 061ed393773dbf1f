import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { type RequestHandler, Router } from 'express';
import type { Desk } from '../api/desk.ts';
import { createEntrance } from '../api/entrance/create-entrance.ts';
import { tellProblems } from '../api/kit/api-router.ts';
import type { SessionAnswer } from '../api/model/session-model.ts';
import { buildPagesHandler } from '../api/pages-handler.ts';
import { pagesUrlOf } from '../config/operator-pages.ts';
import type { Config, OperatorSettings } from '../config/schema/config-schema.ts';
import type { Journal } from '../journal/journal.ts';
import { gatewayNameOf } from '../operator/alarms/build-targets.ts';
import type { DecisionAccess } from '../operator/decisions/decision-access.ts';
import { DocumentMasks } from '../operator/masking/document-masks.ts';
import { readSiteKey } from '../operator/users/secrets.ts';
import { version } from '../version.ts';
import { TrialDesk } from '../workbench/trial/trial-desk.ts';
import { checkChannel } from './checks/check-channel.ts';
import { CorrectionWorkers } from './correction-workers.ts';

/** The running gateway, as far as pages show it. */
export interface SeenGateway
  extends Pick<
    Desk,
    | 'config'
    | 'channels'
    | 'formats'
    | 'health'
    | 'disks'
    | 'certificates'
    | 'alarmsSent'
    | 'runsGateway'
    | 'log'
  > {
  readonly journal: Journal;
  /** Stands for mappings and XSDs as they are used now. */
  generation(): object;
}

export interface OperatorPages {
  readonly handler: RequestHandler;
  close(): Promise<void>;
}

/** The pages behind their entrance. `folder`: where they are built. */
export function openOperatorPages(
  settings: OperatorSettings,
  folder: string,
  seen: SeenGateway,
): OperatorPages {
  const { journal, config, channels } = seen;
  const trials = new TrialDesk();
  const masks = new DocumentMasks(() =>
    readSiteKey({ accounts: journal.accounts, random: randomBytes }, 'masked documents'),
  );
  const corrections = new CorrectionWorkers();
  const desk: Desk = {
    ...seen,
    access: ownAccess(journal),
    trials,
    masks,
    checker: () =>
      corrections.checker({ config: config(), channels: channels(), generation: seen.generation() }),
    now: () => new Date(),
    checkChannel: (name) => checkChannel({ config: config(), channels: channels() }, name),
  };
  const url = pagesUrlOf(settings, hostname());
  const { accounts, id: instance } = journal;
  const site = () => ({ ...describeSite(config()), ...(seen.runsGateway ? {} : { isWorkbench: true }) });
  const entrance = createEntrance({ accounts, url, names: [hostname()], instance, site });
  const pages = buildPagesHandler({ desk, entrance, folder, prefix: new URL(url).pathname });
  return {
    handler: Router().use(entrance.guard, pages, tellProblems(seen.log)),
    close: async () => {
      await Promise.all([trials.close(), masks.close(), corrections.close()]);
    },
  };
}

/** A running gateway decides on its own journal. */
const ownAccess = (journal: Journal): DecisionAccess => ({
  journal,
  write: (use) => use(journal),
  isGatewayRunning: async () => true,
});

const describeSite = ({ alarms, language }: Config): SessionAnswer['site'] => ({
  name: hostname(),
  gateway: gatewayNameOf(alarms),
  version,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  language,
});
