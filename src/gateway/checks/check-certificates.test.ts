import { readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../folders/testkit/folder.ts';
import { configIn, inEnglish } from '../testkit/config.ts';
import { checkCertificates } from './check-certificates.ts';

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const cert = file('../../http/fixtures/loopback.cert.pem');
const key = file('../../http/fixtures/loopback.key.pem');
const other = file('../../exchange/testkit/tls/key.pem');

const found = async (tls: { readonly cert: string; readonly key: string }) => {
  const webhook = { listen: '127.0.0.1:8443', auth: { bearer: 'b' }, tls };
  const looked = inEnglish(await checkCertificates(configIn('/site', { http: { webhook } })));
  return looked.map(({ level, about, what }) => `${level} ${about}: ${what}`);
};

/** The day, for as long as `ask` takes. */
async function on<T>(day: string, ask: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ now: new Date(day), toFake: ['Date'] });
  try {
    return await ask();
  } finally {
    vi.useRealTimers();
  }
}

describe('the certificate of the webhook', () => {
  it('is well with its own key, and says until when', async () => {
    expect(await found({ cert, key })).toEqual([
      expect.stringMatching(/^ok http\.webhook\.tls\.cert: .* holds until \d{4}-\d\d-\d\d$/),
    ]);
  });

  it('may be in files that PowerShell wrote', async () => {
    const folder = await temporaryFolder();
    const saved = async (path: string) => {
      const to = join(folder, basename(path));
      await writeFile(to, `\ufeff${await readFile(path, 'utf8')}`, 'utf16le');
      return to;
    };
    const levels = await found({ cert: await saved(cert), key: await saved(key) });
    expect(levels).toEqual([expect.stringMatching(/^ok/)]);
  });

  it('must belong to the key', async () => {
    expect((await found({ cert, key: other }))[1]).toMatch(
      /^wrong http\.webhook\.tls\.key: The private key .* does not belong to the certificate/,
    );
  });

  it('is told when it has ended, ends soon, or does not hold yet', async () => {
    const told = async (day: string) => (await on(day, () => found({ cert, key })))[0];
    const end = /until (\S+)/.exec((await found({ cert, key }))[0] ?? '')?.[1] ?? '';
    const daysBefore = (days: number) => new Date(Date.parse(end) - days * 86_400_000).toISOString();
    expect(await told(daysBefore(30))).toMatch(/^ok/);
    expect(await told(daysBefore(10))).toMatch(/^warn .* ends on .*: renew it/);
    expect(await told(daysBefore(-2))).toMatch(/^wrong .* ended on .*: nobody accepts it any more/);
    expect(await told('2001-01-01')).toMatch(/^wrong .* does not hold before .* Is the clock right\?/);
  });

  it('is told when a file is not there, or holds something else', async () => {
    expect(await found({ cert: '/none.pem', key })).toEqual([
      `wrong http.webhook.tls.cert: There is no file ${resolve('/none.pem')}.`,
    ]);
    expect((await found({ cert: key, key: cert })).map((line) => line.replace(/\/\S*\//, ''))).toEqual([
      expect.stringContaining('loopback.key.pem holds no certificate in PEM form'),
      expect.stringContaining('loopback.cert.pem holds no private key in PEM form'),
    ]);
  });

  it('says how to get a key without passphrase', async () => {
    const locked = join(await temporaryFolder(), 'locked.pem');
    await writeFile(
      locked,
      '-----BEGIN ENCRYPTED PRIVATE KEY-----\nAA==\n-----END ENCRYPTED PRIVATE KEY-----\n',
    );
    expect((await found({ cert, key: locked }))[1]).toContain('protected by a passphrase');
  });
});

it('looks at the authority of the exchange', async () => {
  const auth = { email: 'me@erp.test', password: 'x' };
  const exchange = { baseUrl: 'https://exchange.test', auth, certificateAuthority: '/none.pem' };
  expect(inEnglish(await checkCertificates(configIn('/site', { exchange })))).toMatchObject([
    {
      level: 'wrong',
      about: 'exchange.certificateAuthority',
      what: `There is no file ${resolve('/none.pem')}.`,
    },
  ]);
});
