import type { Config } from '../../config/schema/config-schema.ts';
import type { LocalizedText } from '../../findings/localized-text.ts';
import type { CertificateEnd } from '../../operator/browse/dependencies.ts';
import type { Log } from '../../system/log.ts';
import { Repeating } from '../../time/repeating.ts';
import { type CertificateInUse, endingOf, readCertificatesInUse } from '../checks/check-certificates.ts';

/** Milliseconds between two looks. */
const every = 3_600_000;

/** A certificate that ends soon (`warn`), or that nobody accepts now (`wrong`). */
export interface CertificateEnding {
  readonly level: 'warn' | 'wrong';
  readonly about: string;
  readonly what: LocalizedText;
}

/** Looks until when the certificates hold that are in use: one that was renewed in its file is used after the next reload or start. */
export class CertificateWatch extends Repeating {
  readonly #config: Config;
  readonly #log: Log;
  #endings: readonly CertificateEnding[] = [];
  #inUse: readonly CertificateInUse[] = [];

  constructor(config: Config, log: Log) {
    super(every);
    this.#config = config;
    this.#log = log;
  }

  override async run(): Promise<void> {
    this.#inUse = await readCertificatesInUse(this.#config);
    await super.run();
  }

  protected override async round(): Promise<void> {
    this.look(this.#inUse);
  }

  troubles(): readonly CertificateEnding[] {
    return this.#endings;
  }

  ends(): readonly CertificateEnd[] {
    return this.#inUse.map(({ about, read }) => ({ about, until: read.validToDate.toISOString() }));
  }

  /** Days until each ends; below 0: it has ended. */
  daysLeft(): readonly { readonly about: string; readonly days: number }[] {
    return this.#inUse.map(({ about, read }) => ({
      about,
      days: Math.floor((read.validToDate.getTime() - Date.now()) / 86_400_000),
    }));
  }

  /** Each is logged once, and again when it has ended. */
  look(inUse: readonly CertificateInUse[]): void {
    this.#inUse = inUse;
    const before = new Set(this.#endings.map(({ what }) => what.en));
    this.#endings = inUse.flatMap(({ about, path, read }) => {
      const ending = endingOf(path, read);
      return ending === undefined ? [] : [{ about, ...ending }];
    });
    for (const { level, about, what } of this.#endings)
      if (!before.has(what.en))
        this.#log[level === 'wrong' ? 'error' : 'warn']({ code: 'certificate-ends', about }, what.en);
  }
}
