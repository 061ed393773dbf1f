import { dirname, resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { type LoadedConfig, loadConfig, parseConfig } from '../config/load/load-config.ts';
import type { CertificateFiles, Config } from '../config/schema/config-schema.ts';
import { explainFailure, localizeError } from '../findings/localized-error.ts';
import { joinTexts, keepUntranslated, type LocalizedText, localize } from '../findings/localized-text.ts';
import type { Certificate } from '../http/http-server.ts';
import { hashConfig } from '../operator/decisions/accept-config.ts';
import type { Log } from '../system/log.ts';
import { readText } from '../text/text-file.ts';
import { WatchedText } from '../text/watched-text.ts';
import { waitAtMost } from '../time/deadline.ts';
import { pause } from '../time/pause.ts';
import { repeat } from '../time/repeating.ts';
import type { Finding } from '../types.ts';
import { checkPlaceholders } from './checks/check-placeholders.ts';
import { exchangeIdentityOf } from './checks/exchange-identity.ts';
import { type RemovedChannel, renderRemovedChannels } from './site/removed-channels.ts';

/** Milliseconds. */
const usual = { every: 1_000, longestDrain: 60_000 };

/** What came of a reload. `refused`: nothing has changed. */
export interface ReloadResult {
  readonly kind: 'taken' | 'unchanged' | 'refused';
  readonly reason?: LocalizedText;
}

/** A config that differs from the one in use, and may take its place. */
interface UsableConfig {
  readonly config: Config;
  readonly certificates: ServerCertificates;
  /** Of both. */
  readonly fingerprint: string;
}

/** Of each server that speaks TLS. */
export interface ServerCertificates {
  readonly webhook: Certificate | undefined;
  readonly operator: Certificate | undefined;
}

export interface ConfigReloadParts {
  /** The file of the config. */
  readonly path: string;
  /** The one in use at the start. */
  readonly config: Config;
  /** Puts another one in its place. Rejects when that cannot be: then the one before is in use still, or again; or the signal aborts. */
  readonly replace: (config: Config, certificates: ServerCertificates, signal: AbortSignal) => Promise<void>;
  /** What channels hold that this config has no more. */
  readonly findRemovedChannels: (config: Config) => Promise<readonly RemovedChannel[]>;
  /** Did a person accept the text of this hash since that instant (RFC 3339, UTC)? */
  readonly isAccepted: (hash: string, since: string) => Promise<boolean>;
  readonly log: Log;
}

/**
 * Takes up a changed gateway.yaml, and changed secrets and certificates that it names, one change at a time. Files count once they look
 * the same twice; what is wrong in them, or needs a restart, changes nothing and is told until it is mended.
 */
export class ConfigReload {
  readonly #parts: ConfigReloadParts;
  /** By path: the file of the config, and those that it names. */
  readonly #files = new Map<string, WatchedText>();
  readonly #times: typeof usual;
  readonly #abort = new AbortController();
  #config: Config;
  /** Fingerprint of the config in use with the certificates it names; undefined before the first look. */
  #fingerprint: string | undefined;
  #trouble: LocalizedText | undefined;
  /** What stood in the files when they were last tried, and at the last look. */
  #tried: string | undefined;
  #last: string | undefined;
  /** When the config in use was taken (RFC 3339, UTC). */
  #since = new Date().toISOString();
  /**
   * Asks whether a refused text may be taken now, though it is the same text. Undefined: only another text
   * helps.
   */
  #canRetry: (() => Promise<boolean>) | undefined;
  /** Channels that it was refused for: they count until a config is taken, whatever ends meanwhile. */
  readonly #removed = new Map<string, RemovedChannel>();
  #running: Promise<ReloadResult> = Promise.resolve({ kind: 'unchanged' });

  constructor(parts: ConfigReloadParts, times = usual) {
    this.#parts = parts;
    this.#times = times;
    this.#config = parts.config;
  }

  /** Why the file is not used as it is now, or undefined. */
  trouble(): LocalizedText | undefined {
    return this.#trouble;
  }

  async run(): Promise<void> {
    const { signal } = this.#abort;
    // the first look finds also what was changed while the gateway began
    await pause(this.#times.every, signal);
    await repeat(signal, this.#times.every, () => this.#look());
    await this.#running.catch(() => undefined);
  }

  stop(): void {
    this.#abort.abort();
  }

  /** Reads the file anew, and the files that it names. One at a time, in the order of the calls. */
  reload(): Promise<ReloadResult> {
    this.#running = this.#running.then(
      () => this.#reload(),
      () => this.#reload(),
    );
    return this.#running;
  }

  async #look(): Promise<void> {
    const { seen } = await this.#read();
    const isSettled = seen === this.#last;
    this.#last = seen;
    if (isSettled && (seen !== this.#tried || (await this.#isRetryDue()))) await this.reload();
  }

  /** What cannot be told now is asked again at the next look. */
  async #isRetryDue(): Promise<boolean> {
    return (await this.#canRetry?.().catch(() => false)) ?? false;
  }

  /** The text of the config, and all that stands in it and in the files that it names. */
  async #read(): Promise<{ readonly text: string | undefined; readonly seen: string }> {
    const path = resolve(this.#parts.path);
    const text = await this.#readFile(path);
    const named = [...listSecretFiles(text ?? '', dirname(path)), ...listCertificateFiles(this.#config)];
    const texts = await Promise.all(named.map((one) => this.#readFile(one)));
    return { text, seen: JSON.stringify([text, ...texts]) };
  }

  /** Undefined where it cannot be read: an editor may be at it. */
  #readFile(path: string): Promise<string | undefined> {
    const file = this.#files.get(path) ?? new WatchedText(path);
    this.#files.set(path, file);
    return file.read().catch(() => undefined);
  }

  async #reload(): Promise<ReloadResult> {
    try {
      this.#abort.signal.throwIfAborted();
      return await this.#takeUp();
    } catch (error) {
      if (this.#abort.signal.aborted) return { kind: 'refused', reason: localize('config-stops') };
      return this.#refuse(explainFailure(error));
    }
  }

  async #takeUp(): Promise<ReloadResult> {
    const { text, seen } = await this.#read();
    this.#tried = seen;
    const judged = await this.#judge(text);
    return 'kind' in judged ? judged : await this.#use(judged);
  }

  /** What may be used now, or why it is not. Each step says by `#canRetry` when it is worth another try. */
  async #judge(text: string | undefined): Promise<UsableConfig | ReloadResult> {
    this.#canRetry = undefined;
    const { config, findings } = await this.#load(text);
    if (!config) return this.#refuse(renderErrors(findings.filter(({ severity }) => severity === 'error')));
    this.#canRetry = () => readCertificates(config).then(() => true);
    const [example] = checkPlaceholders(config);
    if (example) return this.#refuse(joinTexts([example.about, example.what], ': '));
    const keys = listRestartKeys(this.#config, config);
    if (keys.length > 0) return this.#refuse(localize('config-restart', { keys: keys.join(', ') }));
    const certificates = await readCertificates(config);
    const fingerprint = await computeFingerprint(config, certificates);
    this.#fingerprint ??= await computeFingerprint(this.#config, certificates);
    if (fingerprint === this.#fingerprint) return this.#noteUnchanged();
    this.#canRetry = () => this.#parts.findRemovedChannels(config).then(() => true);
    const left = await this.#listRemoved(config, text ?? '');
    if (left.length > 0)
      return this.#refuse(localize('config-leaves', { channels: renderRemovedChannels(left) }));
    return { config, certificates, fingerprint };
  }

  async #use({ config, certificates, fingerprint }: UsableConfig): Promise<ReloadResult> {
    this.#canRetry = undefined;
    await this.#waitUntilDrained(this.#parts.replace(config, certificates, this.#abort.signal));
    this.#config = config;
    this.#fingerprint = fingerprint;
    this.#clearRefusal();
    this.#since = new Date().toISOString();
    this.#parts.log.info(
      { code: 'config-taken', channels: Object.keys(config.channels) },
      'the changed config is in use now',
    );
    return { kind: 'taken' };
  }

  #clearRefusal(): void {
    this.#trouble = undefined;
    this.#canRetry = undefined;
    this.#removed.clear();
  }

  /** From the same text that is accepted. */
  #load(text: string | undefined): Promise<LoadedConfig> {
    const { path } = this.#parts;
    return text === undefined
      ? loadConfig(path)
      : Promise.resolve(parseConfig(text, resolve(path), process.env));
  }

  /** What it leaves behind that nobody has accepted. */
  async #listRemoved(config: Config, text: string): Promise<readonly RemovedChannel[]> {
    const isAccepted = () => this.#parts.isAccepted(hashConfig(text), this.#since);
    for (const one of await this.#parts.findRemovedChannels(config)) this.#removed.set(one.channel, one);
    const left = [...this.#removed.values()].filter(({ channel }) => config.channels[channel] === undefined);
    if (left.length === 0 || (await isAccepted())) return [];
    this.#canRetry = isAccepted;
    return left;
  }

  #noteUnchanged(): ReloadResult {
    const wasRefused = this.#trouble !== undefined;
    this.#clearRefusal();
    // who read of the refusal in the log reads there that it is over
    if (wasRefused) this.#parts.log.info({ code: 'config-mended' }, 'the config says again what is in use');
    else this.#parts.log.debug({ code: 'config-unchanged' }, 'the config says what it said before');
    return { kind: 'unchanged' };
  }

  /** Until everything before has ended; a share that hangs may keep it from that. */
  async #waitUntilDrained(work: Promise<void>): Promise<void> {
    if (!(await waitAtMost(this.#times.longestDrain, work))) {
      this.#trouble = localize('config-late');
      this.#parts.log.error({ code: 'config-late' }, this.#trouble.en);
    }
    await work;
  }

  #refuse(reason: LocalizedText): ReloadResult {
    this.#trouble = localize('config-refused', { why: reason });
    this.#parts.log.error({ code: 'config-refused' }, this.#trouble.en);
    return { kind: 'refused', reason };
  }
}

/** What `${file:…}` names, in comments too. */
function listSecretFiles(text: string, folder: string): readonly string[] {
  return Array.from(text.matchAll(/\$\{file:([^}]+)\}/g), ([, path = '']) => resolve(folder, path));
}

function listCertificateFiles({ http: { webhook, operator }, exchange }: Config): readonly string[] {
  const servers = [webhook?.tls, operator?.tls].flatMap((tls) => (tls ? [tls.cert, tls.key] : []));
  return [...servers, exchange.certificateAuthority].filter((path) => path !== undefined);
}

/** What only a restart can change, by its keys. */
export function listRestartKeys(before: Config, after: Config): readonly string[] {
  const fixed = ({ journal, http, timeZone }: Config) => ({
    timeZone,
    'journal.sqlite': journal.postgres === undefined ? journal.sqlite : undefined,
    'journal.postgres': journal.postgres,
    'http.operator.listen': http.operator?.listen,
    'http.operator.url': http.operator?.url,
    'http.operator.proxies': http.operator?.proxies.join() || undefined,
    'http.operator.tls': http.operator?.tls !== undefined,
    'http.webhook.listen': http.webhook?.listen,
    'http.webhook.tls': http.webhook?.tls !== undefined,
  });
  const now = new Map<string, unknown>(Object.entries(fixed(after)));
  const changed = Object.entries(fixed(before)).filter(([key, value]) => now.get(key) !== value);
  const isOther = exchangeIdentityOf(before) !== exchangeIdentityOf(after);
  return [...changed.map(([key]) => key), ...(isOther ? ['exchange.baseUrl or exchange.companyId'] : [])];
}

/** Rejects when the files cannot be read, or do not belong together. */
async function readCertificates({ http: { webhook, operator } }: Config): Promise<ServerCertificates> {
  return {
    webhook: await readCertificate('http.webhook.tls', webhook?.tls),
    operator: await readCertificate('http.operator.tls', operator?.tls),
  };
}

async function readCertificate(
  about: string,
  tls: CertificateFiles | undefined,
): Promise<Certificate | undefined> {
  if (tls === undefined) return undefined;
  const [cert, key] = await Promise.all([readText(tls.cert), readText(tls.key)]);
  try {
    createSecureContext({ cert, key });
  } catch (cause) {
    throw localizeError('certificate-apart', { about, cert: tls.cert, key: tls.key }, cause);
  }
  return { cert, key };
}

/** Of the files of certificates too: they may have been renewed. */
async function computeFingerprint(config: Config, certificates: ServerCertificates): Promise<string> {
  const { certificateAuthority: path } = config.exchange;
  const authority = path === undefined ? '' : await readText(path);
  return JSON.stringify([config, certificates, authority]);
}

/** They speak the language that the config asks for. */
function renderErrors(findings: readonly Finding[]): LocalizedText {
  const [first, ...others] = findings;
  if (!first) return localize('config-unread');
  const { file, line, column, message, advice } = first;
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  const why = keepUntranslated(`${place} ${message} ${advice}`.trim());
  return others.length === 0 ? why : joinTexts([why, localize('and-more', { count: others.length })], '');
}
