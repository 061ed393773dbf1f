import { createPrivateKey, KeyObject, X509Certificate } from 'node:crypto';
import type { CertificateFiles, Config } from '../../config/schema/config-schema.ts';
import { explainFailure } from '../../findings/localized-error.ts';
import { keepUntranslated, type LocalizedText, localize } from '../../findings/localized-text.ts';
import { systemCodeOf } from '../../folders/folder-error.ts';
import { readText } from '../../text/text-file.ts';
import { type CheckResult, okResult, wrongResult } from './check-result.ts';

/** Milliseconds before its end from which a certificate is told. */
const soon = 21 * 24 * 3_600_000;

/** The files of TLS: can they be read, do they belong together, and until when do they hold? */
export async function checkCertificates({ exchange, http }: Config): Promise<readonly CheckResult[]> {
  const { certificateAuthority: authority } = exchange;
  return [
    ...(authority === undefined ? [] : await checkAuthority(authority)),
    ...(await Promise.all(listServerFiles(http).map(checkPair))).flat(),
  ];
}

async function checkAuthority(path: string): Promise<readonly CheckResult[]> {
  const about = 'exchange.certificateAuthority';
  const read = await certificate(path);
  return [read instanceof X509Certificate ? validity(about, path, read) : unusable(about, read)];
}

interface ServerFiles extends CertificateFiles {
  /** Their key in the config. */
  readonly about: string;
}

/** The files of TLS of both servers. */
const listServerFiles = ({ webhook, operator }: Config['http']): readonly ServerFiles[] => [
  ...(webhook?.tls ? [{ about: 'http.webhook.tls', ...webhook.tls }] : []),
  ...(operator?.tls ? [{ about: 'http.operator.tls', ...operator.tls }] : []),
];

async function checkPair({ about, cert, key }: ServerFiles): Promise<readonly CheckResult[]> {
  const [public_, secret] = await Promise.all([certificate(cert), privateKey(key)]);
  const found = [
    public_ instanceof X509Certificate
      ? validity(`${about}.cert`, cert, public_)
      : unusable(`${about}.cert`, public_),
    ...(secret instanceof KeyObject ? [] : [unusable(`${about}.key`, secret)]),
  ];
  if (!(public_ instanceof X509Certificate) || !(secret instanceof KeyObject)) return found;
  if (public_.checkPrivateKey(secret)) return found;
  return [...found, wrongResult(keepUntranslated(`${about}.key`), 'key-other', { key, cert })];
}

const unusable = (key: string, what: LocalizedText): CheckResult => ({
  level: 'wrong',
  about: keepUntranslated(key),
  what,
});

/** A certificate that the running gateway uses. */
export interface CertificateInUse {
  /** Its key in the config. */
  readonly about: string;
  readonly path: string;
  readonly read: X509Certificate;
}

/** Those that can be read; what cannot be is told by `start`. */
export async function readCertificatesInUse({
  exchange,
  http,
}: Config): Promise<readonly CertificateInUse[]> {
  const named = [
    { about: 'exchange.certificateAuthority', path: exchange.certificateAuthority },
    ...listServerFiles(http).map(({ about, cert }) => ({ about: `${about}.cert`, path: cert })),
  ];
  const all = named.map(async ({ about, path }) => {
    const read = path === undefined ? undefined : await certificate(path);
    return path !== undefined && read instanceof X509Certificate ? [{ about, path, read }] : [];
  });
  return (await Promise.all(all)).flat();
}

/** Does it hold today, and for how long still? */
function validity(about: string, path: string, certificate: Validity): CheckResult {
  const ending = endingOf(path, certificate);
  if (ending === undefined)
    return okResult(keepUntranslated(about), 'certificate-holds', {
      path,
      day: certificate.validToDate.toISOString().slice(0, 10),
    });
  return { level: ending.level, about: keepUntranslated(about), what: ending.what };
}

type Validity = Pick<X509Certificate, 'validFromDate' | 'validToDate'>;

/** What is wrong, or soon will be, with how long it holds. */
export function endingOf(
  path: string,
  { validFromDate, validToDate }: Validity,
): { readonly level: 'warn' | 'wrong'; readonly what: LocalizedText } | undefined {
  const [now, end] = [Date.now(), validToDate.getTime()];
  const day = validToDate.toISOString().slice(0, 10);
  if (end < now) return { level: 'wrong', what: localize('certificate-ended', { path, day }) };
  if (validFromDate.getTime() > now)
    return { level: 'wrong', what: localize('certificate-early', { path, at: validFromDate.toISOString() }) };
  return end - now < soon ? { level: 'warn', what: localize('certificate-ends', { path, day }) } : undefined;
}

/** Words instead: what is wrong with it. */
async function certificate(path: string): Promise<X509Certificate | LocalizedText> {
  const text = await textOf(path);
  if ('wrong' in text) return text.wrong;
  try {
    return new X509Certificate(text.text);
  } catch {
    return localize('certificate-none', { path });
  }
}

async function privateKey(path: string): Promise<KeyObject | LocalizedText> {
  const text = await textOf(path);
  if ('wrong' in text) return text.wrong;
  if (/ENCRYPTED/.test(text.text)) return localize('key-passphrase', { path });
  try {
    return createPrivateKey(text.text);
  } catch {
    return localize('key-none', { path });
  }
}

async function textOf(path: string): Promise<{ readonly text: string } | { readonly wrong: LocalizedText }> {
  try {
    return { text: await readText(path) };
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === 'ENOENT') return { wrong: localize('no-file', { path }) };
    if (code === 'EACCES' || code === 'EPERM') return { wrong: localize('may-not-read', { path }) };
    return { wrong: localize('cannot-read', { path, why: explainFailure(error) }) };
  }
}
