import type { Log } from '../../system/log.ts';
import { reasonOf } from '../../text/reason-of.ts';
import type { FileStore } from '../file-store.ts';

/** Milliseconds for which events are not relied on after one did not come. */
const mistrust = 600_000;

/**
 * Waits between two scans, less when the system says that something happened in the folder. Only a nudge: where there
 * are no events (network shares, too many watchers) the next scan comes when it is due anyway, and where there are it comes, too,
 * only later.
 */
export class WatchTrigger {
  readonly #files: FileStore;
  readonly #folder: string;
  readonly #log: Log;
  #watcher: { close(): void } | undefined;
  #happened = false;
  #wake: (() => void) | undefined;
  #told = false;
  /** The system tells of everything in this folder, as far as can be known. */
  #isReliable = false;
  /** Something happened since the scan before. */
  #rang = false;
  /** Scans since it listens. */
  #scans = 0;
  #missed = Number.NEGATIVE_INFINITY;

  constructor(files: FileStore, folder: string, log: Log) {
    this.#files = files;
    this.#folder = folder;
    this.#log = log;
  }

  /** There is nothing to be done by `listen`. */
  get isListening(): boolean {
    return this.#files.watch === undefined || this.#watcher !== undefined;
  }

  /** As long as nothing rings, nothing has come: a look now and then is enough. */
  get isReliable(): boolean {
    return this.#watcher !== undefined && this.#isReliable && performance.now() - this.#missed > mistrust;
  }

  /** Starts to listen if it does not yet; call it before the scan, so that nothing falls between. */
  async listen(): Promise<void> {
    this.#rang = this.#happened;
    this.#happened = false;
    if (this.#watcher !== undefined) return;
    this.#scans = 0;
    this.#isReliable = (await this.#files.hasReliableEvents?.(this.#folder)) ?? false;
    try {
      this.#watcher = this.#files.watch?.(
        this.#folder,
        () => this.#ring(),
        (error) => this.#stop(error),
      );
    } catch (error) {
      this.#stop(error);
    }
  }

  /** New names that the scan after `listen` found: where nothing rang for them, events are not to be relied on. */
  noteFound(count: number): void {
    if (count > 0 && this.#scans > 0 && !this.#rang && !this.#happened) this.#missed = performance.now();
    this.#scans += 1;
  }

  /** Resolves after `most` milliseconds, on abort at once, on an event no sooner than after `least`. */
  async wait(least: number, most: number, signal: AbortSignal): Promise<void> {
    if (least > 0) await this.#sleep(Math.min(least, most), signal, false);
    if (most > least && !this.#happened) await this.#sleep(most - least, signal, true);
  }

  close(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
  }

  #ring(): void {
    this.#happened = true;
    this.#wake?.();
  }

  #stop(error: unknown): void {
    this.close();
    if (this.#told) return;
    this.#told = true;
    this.#log.info(
      { folder: this.#folder, reason: reasonOf(error) },
      'no events from this folder; scanning only',
    );
  }

  async #sleep(milliseconds: number, signal: AbortSignal, wakeable: boolean): Promise<void> {
    if (signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, Math.ceil(milliseconds));
    const onAbort = () => resolve();
    signal.addEventListener('abort', onAbort);
    this.#wake = wakeable ? resolve : undefined;
    await promise;
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    this.#wake = undefined;
  }
}
