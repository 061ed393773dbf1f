import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fetch } from 'undici';
import { expect } from 'vitest';
import { freePort } from './port.ts';

/** The pages of a gateway that was installed somewhere: `command` starts it, in a folder of its own that is made for it. */
export async function expectPagesServed(command: readonly string[], folder: string): Promise<void> {
  const port = await freePort();
  const config = writeSite(folder, port);
  const [program = '', ...words] = [...command, 'start', '--config', config];
  const gateway = spawn(program, words, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(gateway, 'exit');
  try {
    await Promise.race([saysStarted(gateway.stdout), ended.then(() => expect.fail('the gateway ended'))]);
    await expectWhole(`http://127.0.0.1:${port}/`);
  } finally {
    gateway.kill('SIGKILL');
    await ended;
  }
}

function writeSite(folder: string, port: number): string {
  mkdirSync(join(folder, 'out'), { recursive: true });
  const config = join(folder, 'gateway.yaml');
  const settings = {
    exchange: {
      baseUrl: 'https://exchange.test',
      companyId: '5f0c3b1e-7d2a-4e69-9b48-1c6a8f30d752',
      auth: { email: 'gateway@erp.test', password: 'secret' },
    },
    journal: { sqlite: 'data/journal.db' },
    http: { operator: { listen: `127.0.0.1:${port}` } },
    channels: {
      orders: {
        ...{ from: { folder: 'out' }, document: 'scsn/Order' },
        to: { exchange: 'sci-connector/order' },
      },
    },
  };
  // JSON is YAML
  writeFileSync(config, JSON.stringify(settings));
  return config;
}

/** It goes on to be read: a process whose output nobody takes stands still. */
async function saysStarted(output: NodeJS.ReadableStream): Promise<void> {
  const lines = createInterface(output);
  await new Promise<void>((resolve) => {
    lines.on('line', (line) => {
      if (line.includes('gateway started')) resolve();
    });
  });
}

/** The document with its policy, and every script and style sheet that it or one of those names, as a browser would load them. */
async function expectWhole(url: string): Promise<void> {
  const page = await fetch(url);
  expect(page.status).toBe(200);
  const document = await page.text();
  const nonce = /<script[^>]* nonce="([^"]+)"/.exec(document)?.[1] ?? '';
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(nonce.length).toBeGreaterThan(20);
  expect(policy).toContain(`script-src 'nonce-${nonce}'`);
  for (const part of ["default-src 'none'", "connect-src 'self'", "require-trusted-types-for 'script'"])
    expect(policy).toContain(part);
  const loaded = await loadAssets(url, document);
  expect(loaded.filter((name) => name.endsWith('.css')).length).toBeGreaterThan(5);
  expect(loaded.filter((name) => name.endsWith('.js')).length).toBeGreaterThan(30);
}

async function loadAssets(url: string, document: string): Promise<readonly string[]> {
  const known = new Set<string>();
  let texts = [document];
  while (texts.length > 0) {
    const names = texts.flatMap(namesIn).filter((name) => !known.has(name));
    for (const name of names) known.add(name);
    texts = await Promise.all([...new Set(names)].map((name) => loadAsset(new URL(`assets/${name}`, url))));
  }
  return [...known];
}

/** Files are named after their content: `find-page-Bx3k_9aQ.js`. */
const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/["'`](?:\.?\/?assets\/|\.\/)([\w.-]+-[\w-]{8}\.(?:js|css))["'`]/g)].map(
    ([, name = '']) => name,
  );

async function loadAsset(address: URL): Promise<string> {
  const answer = await fetch(address);
  expect(answer.status, address.pathname).toBe(200);
  const kind = address.pathname.endsWith('.js') ? 'text/javascript' : 'text/css';
  expect(answer.headers.get('content-type'), address.pathname).toContain(kind);
  return await answer.text();
}
