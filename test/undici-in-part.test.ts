import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { packageFile } from '../src/package.ts';

/** The build takes `packaging/undici.js` in the place of undici's own index. */
const part: typeof import('undici') = await import(packageFile('packaging', 'undici.js'));

async function listen(): Promise<string> {
  const server = createServer((request, response) => response.end(`${request.method} ${request.url}`));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

it('holds all that the sources take from undici', async () => {
  const names: string[] = [];
  for await (const file of glob('src/**/*.ts', { cwd: packageFile() })) {
    if (file.endsWith('.test.ts') || file.includes('testkit')) continue;
    const imports = readFileSync(join(packageFile(), file), 'utf8').matchAll(
      /^import \{([^}]*)\} from 'undici';/gm,
    );
    for (const [, list = ''] of imports) names.push(...list.split(',').map((name) => name.trim()));
  }
  const values = names.filter((name) => !name.startsWith('type '));
  expect(values).toContain('Agent');
  expect(values.filter((name) => !(name in part))).toEqual([]);
});

it('asks as undici does: by an agent, through interceptors, and by itself', async () => {
  const url = await listen();
  const agent = new part.Agent();
  onTestFinished(() => agent.close());
  const asked = await agent
    .compose((dispatch) => dispatch)
    .request({ origin: url, path: '/one?a=b', method: 'POST', body: 'x' });
  expect(await asked.body.text()).toBe('POST /one?a=b');
  const { statusCode, body } = await part.request(`${url}/two?c=d`, { signal: AbortSignal.timeout(60_000) });
  expect([statusCode, await body.text()]).toEqual([200, 'GET /two?c=d']);
  const proxied = new part.EnvHttpProxyAgent({ httpProxy: url });
  onTestFinished(() => proxied.close());
  const answer = await proxied.request({ origin: 'http://exchange.example', path: '/three', method: 'GET' });
  expect(await answer.body.text()).toMatch(/^(CONNECT|GET) /);
});
