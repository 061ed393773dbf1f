import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { Config } from '../../config/schema.ts';
import { type Told, told } from '../../findings/troubles.ts';
import { reasonOf, systemCode } from '../../folders/error.ts';
import { readText } from '../../text.ts';
import { doubtful, type Found, right, wrong } from './found.ts';

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
  return [typeof read === 'string' ? wrong(about, read) : validity(about, path, read)];
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
    typeof public_ === 'string'
      ? wrong('http.webhook.tls.cert', public_)
      : validity('http.webhook.tls.cert', cert, public_),
    ...(typeof secret === 'string' ? [wrong('http.webhook.tls.key', secret)] : []),
  ];
  if (typeof public_ === 'string' || typeof secret === 'string' || public_.checkPrivateKey(secret))
    return found;
  const text = `The private key ${key} does not belong to the certificate ${cert}. In that file the certificate of this server comes first, then its chain.`;
  return [...found, wrong('http.webhook.tls.key', text)];
}

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
    const read = path === undefined ? '' : await certificate(path);
    return path === undefined || typeof read === 'string' ? [] : [{ about, path, read }];
  });
  return (await Promise.all(all)).flat();
}

/** Does it hold today, and for how long still? */
export function validity(about: string, path: string, certificate: Validity): Found {
  const ending = endingOf(path, certificate);
  if (ending === undefined)
    return right(about, `${path} holds until ${certificate.validToDate.toISOString().slice(0, 10)}`);
  return (ending.level === 'wrong' ? wrong : doubtful)(about, ending.what.en);
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

/** A text instead: what is wrong with it. */
async function certificate(path: string): Promise<X509Certificate | string> {
  const text = await textOf(path);
  if ('wrong' in text) return text.wrong;
  try {
    return new X509Certificate(text.text);
  } catch {
    return `${path} holds no certificate in PEM form (it begins with -----BEGIN CERTIFICATE-----).`;
  }
}

async function privateKey(path: string): Promise<KeyObject | string> {
  const text = await textOf(path);
  if ('wrong' in text) return text.wrong;
  if (/ENCRYPTED/.test(text.text))
    return `The private key ${path} is protected by a passphrase, which the gateway cannot give. \`openssl pkey -in ${path} -out NEW\` makes one without: let nobody but its account read it.`;
  try {
    return createPrivateKey(text.text);
  } catch {
    return `${path} holds no private key in PEM form (it begins with -----BEGIN PRIVATE KEY-----).`;
  }
}

async function textOf(path: string): Promise<{ readonly text: string } | { readonly wrong: string }> {
  try {
    return { text: await readText(path) };
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT') return { wrong: `There is no file ${path}.` };
    if (code === 'EACCES' || code === 'EPERM')
      return { wrong: `The account of the gateway may not read ${path}: give it that right.` };
    return { wrong: `${path} cannot be read: ${reasonOf(error)}.` };
  }
}
