import { createPrivateKey, KeyObject, X509Certificate } from 'node:crypto';
import type { Config } from '../../config/schema.ts';
import { asItIs, quoted, type Told, told } from '../../findings/troubles.ts';
import { reasonOf, systemCode } from '../../folders/error.ts';
import { readText } from '../../text.ts';
import { type Found, right, wrong } from './found.ts';

/** Milliseconds before its end from which a certificate is told. */
const soon = 21 * 24 * 3_600_000;

/** The files of TLS: can they be read, do they belong together, and until when do they hold? */
export async function lookAtCertificates({ exchange, http }: Config): Promise<readonly Found[]> {
  const { certificateAuthority: authority } = exchange;
  const tls = http.webhook?.tls;
  return [
    ...(authority === undefined ? [] : await ofAuthority(authority)),
    ...(tls === undefined ? [] : await ofPair(tls)),
  ];
}

async function ofAuthority(path: string): Promise<readonly Found[]> {
  const about = 'exchange.certificateAuthority';
  const read = await certificate(path);
  return [read instanceof X509Certificate ? validity(about, path, read) : unusable(about, read)];
}

async function ofPair({
  cert,
  key,
}: {
  readonly cert: string;
  readonly key: string;
}): Promise<readonly Found[]> {
  const [public_, secret] = await Promise.all([certificate(cert), privateKey(key)]);
  const found = [
    public_ instanceof X509Certificate
      ? validity('http.webhook.tls.cert', cert, public_)
      : unusable('http.webhook.tls.cert', public_),
    ...(secret instanceof KeyObject ? [] : [unusable('http.webhook.tls.key', secret)]),
  ];
  if (!(public_ instanceof X509Certificate) || !(secret instanceof KeyObject)) return found;
  if (public_.checkPrivateKey(secret)) return found;
  return [...found, wrong(asItIs('http.webhook.tls.key'), 'key-other', { key, cert })];
}

const unusable = (key: string, what: Told): Found => ({ level: 'wrong', about: asItIs(key), what });

/** A certificate that the running gateway uses. */
export interface InUse {
  /** Its key in the config. */
  readonly about: string;
  readonly path: string;
  readonly read: X509Certificate;
}

/** Those that can be read; what cannot be is told by `start`. */
export async function certificatesInUse({ exchange, http }: Config): Promise<readonly InUse[]> {
  const named = [
    { about: 'exchange.certificateAuthority', path: exchange.certificateAuthority },
    { about: 'http.webhook.tls.cert', path: http.webhook?.tls?.cert },
  ];
  const all = named.map(async ({ about, path }) => {
    const read = path === undefined ? undefined : await certificate(path);
    return path !== undefined && read instanceof X509Certificate ? [{ about, path, read }] : [];
  });
  return (await Promise.all(all)).flat();
}

/** Does it hold today, and for how long still? */
export function validity(about: string, path: string, certificate: Validity): Found {
  const ending = endingOf(path, certificate);
  if (ending === undefined)
    return right(asItIs(about), 'certificate-holds', {
      path,
      day: certificate.validToDate.toISOString().slice(0, 10),
    });
  return { level: ending.level, about: asItIs(about), what: ending.what };
}

type Validity = Pick<X509Certificate, 'validFromDate' | 'validToDate'>;

/** What is wrong, or soon will be, with how long it holds. */
export function endingOf(
  path: string,
  { validFromDate, validToDate }: Validity,
): { readonly level: 'warn' | 'wrong'; readonly what: Told } | undefined {
  const [now, end] = [Date.now(), validToDate.getTime()];
  const day = validToDate.toISOString().slice(0, 10);
  if (end < now) return { level: 'wrong', what: told('certificate-ended', { path, day }) };
  if (validFromDate.getTime() > now)
    return { level: 'wrong', what: told('certificate-early', { path, at: validFromDate.toISOString() }) };
  return end - now < soon ? { level: 'warn', what: told('certificate-ends', { path, day }) } : undefined;
}

/** Words instead: what is wrong with it. */
async function certificate(path: string): Promise<X509Certificate | Told> {
  const text = await textOf(path);
  if ('wrong' in text) return text.wrong;
  try {
    return new X509Certificate(text.text);
  } catch {
    return told('certificate-none', { path });
  }
}

async function privateKey(path: string): Promise<KeyObject | Told> {
  const text = await textOf(path);
  if ('wrong' in text) return text.wrong;
  if (/ENCRYPTED/.test(text.text)) return told('key-passphrase', { path });
  try {
    return createPrivateKey(text.text);
  } catch {
    return told('key-none', { path });
  }
}

async function textOf(path: string): Promise<{ readonly text: string } | { readonly wrong: Told }> {
  try {
    return { text: await readText(path) };
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT') return { wrong: told('no-file', { path }) };
    if (code === 'EACCES' || code === 'EPERM') return { wrong: told('may-not-read', { path }) };
    return { wrong: told('cannot-read', { path, why: quoted(reasonOf(error)) }) };
  }
}
