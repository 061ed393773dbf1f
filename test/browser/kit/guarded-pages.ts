import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import type { UserRole } from '../../../src/api/model/common-model.ts';
import { logIn, setPasswordByLink } from '../../../src/operator/users/login.ts';
import { addUser } from '../../../src/operator/users/manage-users.ts';
import { PasswordQueue } from '../../../src/operator/users/password-queue.ts';
import { launchForTests, type OpenPage, openPage, type WindowOptions } from './chromium.ts';
import { copyDemoSite } from './demo-site.ts';
import { type PagesServer, startPagesServer } from './pages-server.ts';

/** The pages behind their entrance, over a copy of the demo's journal. */
export interface GuardedPages {
  readonly server: PagesServer;
  /** A user with the password below; resolves to the secret of a session. */
  addUser(name: string, role: UserRole, masked?: boolean): Promise<string>;
  /** Another session of that user. */
  logIn(name: string): Promise<string>;
  /** A window of its own; with a secret it is logged in. */
  open(path: string, secret?: string, options?: WindowOptions): Promise<OpenPage>;
  close(): Promise<void>;
}

export const password = 'a horse and its stable';
const here = { address: '127.0.0.1', agent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' };

export async function startGuardedPages(): Promise<GuardedPages> {
  const folder = await copyDemoSite();
  const server = await startPagesServer(folder, { url: 'http://127.0.0.1/', proxies: [] });
  const browser: Browser = await launchForTests();
  const { accounts } = server.journal;
  const access = { accounts, random: randomBytes, queue: new PasswordQueue(), cost: { ln: 4, r: 8, p: 1 } };
  const root = { kind: 'system', name: 'root', address: 'erp-1' } as const;
  return {
    server,
    async addUser(name, role, masked = false) {
      const added = await addUser(access, { name, role, masked }, root);
      if (added.kind === 'refused') throw new Error(added.code);
      const begun = await setPasswordByLink(access, added.token, password, here);
      return begun.kind === 'done' ? begun.secret : '';
    },
    async logIn(name) {
      const begun = await logIn(access, { name, password }, here);
      return begun.kind === 'done' ? begun.secret : '';
    },
    async open(path, secret, options) {
      const opened = await openPage(browser, options);
      if (secret !== undefined)
        await opened.page.addInitScript((kept) => {
          if (sessionStorage.getItem('gateway-session') === null && !('entered' in sessionStorage))
            sessionStorage.setItem('gateway-session', kept);
          sessionStorage.setItem('entered', 'yes');
        }, secret);
      await opened.page.goto(server.url + path);
      await opened.page.getByRole('heading', { level: 1 }).waitFor();
      return opened;
    },
    async close() {
      await browser.close();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
