import { type Request, Router } from 'express';
import { sendJson } from '../../http/send-json.ts';
import { version } from '../../version.ts';
import type { Entrance } from '../kit/entrance.ts';
import type { Caller } from '../kit/route.ts';
import type { UserRole } from '../model/common-model.ts';
import type { SessionAnswer } from '../model/session-model.ts';

/** For tests of pages: everybody is logged in, with the role that `role()` says. */
export function openEntrance(role: () => UserRole, timeZone = 'Europe/Amsterdam'): Entrance {
  const caller = (): Caller => ({ name: 'm.janssen', role: role() });
  const identify = async (_request: Request): Promise<Caller> => caller();
  const handler = Router();
  handler.get('/session', (_request, response) => {
    const site = { name: 'erp-1', gateway: 'gateway b', version, timeZone, language: 'en' } as const;
    const answer: SessionAnswer = { user: { name: caller().name, role: caller().role }, site };
    sendJson(response, 200, answer);
  });
  handler.post('/logout', (_request, response) => sendJson(response, 200, {}));
  return { identify, observe: identify, handler };
}
