import { fileURLToPath } from 'node:url';
import { expect, it, vi } from 'vitest';
import { readCertificatesInUse } from '../checks/check-certificates.ts';
import { configIn } from '../testkit/config.ts';
import { CertificateWatch } from './certificate-watch.ts';

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const tls = {
  cert: file('../../http/fixtures/loopback.cert.pem'),
  key: file('../../http/fixtures/loopback.key.pem'),
};
const config = configIn('/site', {
  http: { webhook: { listen: '127.0.0.1:0', auth: { bearer: 'b' }, tls } },
});

it('tells a certificate that ends soon, and then that it has ended, each once in the log', async () => {
  const said: string[] = [];
  const note = (level: string) => (fields: unknown) => said.push(`${level} ${JSON.stringify(fields)}`);
  const log = { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') };
  const watch = new CertificateWatch(config, log);
  const inUse = await readCertificatesInUse(config);
  const end = inUse[0]?.read.validToDate.getTime() ?? 0;
  const troublesAt = (days: number) => {
    vi.useFakeTimers({ now: end + days * 86_400_000, toFake: ['Date'] });
    watch.look(inUse);
    watch.look(inUse);
    vi.useRealTimers();
    return watch.troubles().map(({ level, about }) => `${level} ${about}`);
  };
  expect(troublesAt(-30)).toEqual([]);
  expect(troublesAt(-10)).toEqual(['warn http.webhook.tls.cert']);
  expect(troublesAt(1)).toEqual(['wrong http.webhook.tls.cert']);
  expect(said).toEqual([
    'warn {"code":"certificate-ends","about":"http.webhook.tls.cert"}',
    'error {"code":"certificate-ends","about":"http.webhook.tls.cert"}',
  ]);
});

it('has nothing to say where no certificate is in the config', async () => {
  expect(await readCertificatesInUse(configIn('/site', {}))).toEqual([]);
});
