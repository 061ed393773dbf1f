import { existsSync } from 'node:fs';
import type { RequestHandler } from 'express';
import { servesPages } from '../config/operator-pages.ts';
import type { OperatorSettings } from '../config/schema/config-schema.ts';
import { buildFile } from '../package.ts';
import type { Log } from '../system/log.ts';
import type { OperatorPages, SeenGateway } from './open-operator-pages.ts';

/**
 * The pages, loaded with the first request for one: with them come the workbench, libxml2 and the engine of XPath, for which a gateway that
 * nobody looks at would hold 20 MB. Undefined: there are none here, and the log says why.
 */
export function openPagesLater(settings: OperatorSettings, seen: SeenGateway): OperatorPages | undefined {
  const folder = findPages(settings, seen.log);
  if (folder === undefined) return undefined;
  let opening: Promise<OperatorPages> | undefined;
  const open = (): Promise<OperatorPages> => {
    opening ??= import('./open-operator-pages.ts').then(({ openOperatorPages }) =>
      openOperatorPages(settings, folder, seen),
    );
    return opening;
  };
  const handler: RequestHandler = (request, response, next) => {
    open().then((pages) => pages.handler(request, response, next), next);
  };
  return { handler, close: async () => await (await opening)?.close() };
}

/** The folder of the built pages. Undefined: none are served, and the log says why. */
export function findPages(settings: OperatorSettings, log: Log): string | undefined {
  if (!servesPages(settings)) {
    const why =
      'other machines reach http.operator over plain HTTP: it answers health and numbers, and has no pages';
    log.warn({ code: 'no-pages', listen: settings.listen }, why);
    return undefined;
  }
  const folder = buildFile('web');
  if (folder !== undefined && existsSync(folder)) return folder;
  log.info({ code: 'no-pages' }, 'there are no pages: they are not built');
  return undefined;
}
