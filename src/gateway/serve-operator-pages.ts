import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { type RequestHandler, Router } from 'express';
import type { Desk } from '../api/desk.ts';
import { createEntrance } from '../api/entrance/create-entrance.ts';
import { tellProblems } from '../api/kit/api-router.ts';
import type { SessionAnswer } from '../api/model/session-model.ts';
import { buildPagesHandler } from '../api/pages-handler.ts';
import { pagesUrlOf, servesPages } from '../config/operator-pages.ts';
import type { Config, OperatorSettings } from '../config/schema/config-schema.ts';
import { gatewayNameOf } from '../operator/alarms/build-targets.ts';
import { buildFile } from '../package.ts';
import { version } from '../version.ts';

/** The pages behind their entrance. Undefined: there are none here, and the log says why. */
export function serveOperatorPages(settings: OperatorSettings, desk: Desk): RequestHandler | undefined {
  const { journal, log } = desk;
  if (!servesPages(settings)) {
    const why =
      'other machines reach http.operator over plain HTTP: it answers health and numbers, and has no pages';
    log.warn({ code: 'no-pages', listen: settings.listen }, why);
    return undefined;
  }
  const folder = buildFile('web');
  if (folder === undefined || !existsSync(folder)) {
    log.info({ code: 'no-pages' }, 'there are no pages: they are not built');
    return undefined;
  }
  const url = pagesUrlOf(settings, hostname());
  const { accounts, id: instance } = journal;
  const site = () => describeSite(desk.config());
  const entrance = createEntrance({ accounts, url, names: [hostname()], instance, site });
  const pages = buildPagesHandler({ desk, entrance, folder, prefix: new URL(url).pathname });
  return Router().use(entrance.guard, pages, tellProblems(log));
}

const describeSite = ({ alarms, language }: Config): SessionAnswer['site'] => ({
  name: hostname(),
  gateway: gatewayNameOf(alarms),
  version,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  language,
});
