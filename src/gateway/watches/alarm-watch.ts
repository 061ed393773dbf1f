import type { AlarmSettings } from '../../config/schema/config-schema.ts';
import { localize } from '../../findings/localized-text.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Acknowledgement, FirstLoss, StoredTrouble } from '../../journal/trouble-store.ts';
import { AlarmStore } from '../../operator/alarms/alarm-store.ts';
import {
  findMissingGateways,
  isTroubleCode,
  type MissingGateway,
  mergeAlarms,
  troublesToReport,
} from '../../operator/alarms/alarms-from-health.ts';
import { buildAlarmTargets, gatewayNameOf } from '../../operator/alarms/build-targets.ts';
import { type Alarm, holdsDocumentsBack, type SilenceMatcher } from '../../operator/alarms/evaluate.ts';
import { Notifier } from '../../operator/alarms/notifier.ts';
import type { AlarmSent } from '../../operator/browse/dependencies.ts';
import { type Health, settlingTimeOf } from '../../operator/health/health.ts';
import type { Log } from '../../system/log.ts';
import { reasonOf } from '../../text/reason-of.ts';
import { rejectAfter, waitAtMost } from '../../time/deadline.ts';
import { pause } from '../../time/pause.ts';
import { Repeating } from '../../time/repeating.ts';
import { steadyNow } from '../../time/steady-clock.ts';
import type { Language } from '../../types.ts';
import { buildAlarmWording } from '../../wording/alarms/alarm-wording.ts';
import { buildMissingGatewayAlarm, renderMissingGateway } from '../../wording/alarms/missing-gateway.ts';
import type { NoticedTrouble } from '../health/trouble-sources.ts';

/** Milliseconds. */
const times = { every: 5_000, signOfLife: 10_000, longestAsk: 5_000 };

/** Paths of lost values that are looked at. */
const mostLosses = 1_000;

export interface AlarmParts {
  readonly settings: AlarmSettings;
  readonly language: Language;
  /** Path of the config. */
  readonly config?: string | undefined;
  /** How it stands now. */
  readonly health: () => Health;
  /** The state of the folder of mappings that is in use; undefined: nothing can be said now. */
  readonly mappings?: () => Promise<
    { readonly hash: string; readonly published: string | undefined } | undefined
  >;
  readonly journal: Pick<Journal, 'shared' | 'troubles' | 'acquireLease' | 'releaseLease'>;
  readonly log: Log;
}

/** What all gateways on the journal have written down. */
interface SharedAlarmState {
  readonly alarms: readonly Alarm[];
  readonly missing: readonly MissingGateway[];
  readonly silences: readonly SilenceMatcher[];
  readonly losses?: readonly FirstLoss[];
  readonly acknowledgements?: readonly Acknowledgement[];
  /** It is this gateway that tells people. */
  readonly leads: boolean;
}

/**
 * Writes down what is wrong here, and, where this gateway leads, tells people what is wrong anywhere. While the journal is away
 * each gateway tells what it sees itself.
 */
export class AlarmWatch extends Repeating {
  #parts: AlarmParts;
  readonly #startedAt = performance.now();
  readonly #store: AlarmStore;
  #name: string;
  #notifiers: readonly Notifier[];
  /** Troubles from before the start. Each counts until somebody has looked at it. */
  #before: readonly StoredTrouble[] = [];
  /** When something last held documents back: waiting counts from then on. */
  #lastCause = Number.NEGATIVE_INFINITY;
  #written = { text: '', at: Number.NEGATIVE_INFINITY };
  #asking: Promise<unknown> | undefined;
  #missing: readonly MissingGateway[] = [];
  #silences: readonly SilenceMatcher[] = [];

  constructor(parts: AlarmParts) {
    super(times.every);
    this.#parts = parts;
    this.#store = new AlarmStore(parts.journal.troubles);
    this.#name = gatewayNameOf(parts.settings);
    this.#notifiers = this.#buildNotifiers();
  }

  #buildNotifiers(before: readonly Notifier[] = []): readonly Notifier[] {
    const { settings, language, log, config } = this.#parts;
    const wording = buildAlarmWording({ gateway: this.#name, config, language });
    const about = { settings, wording, log, store: this.#store };
    return buildAlarmTargets(settings).map(
      (target) =>
        new Notifier(
          target,
          about,
          before.find(({ name }) => name === target.name),
        ),
    );
  }

  /** From now on, by other settings. */
  async configure(settings: AlarmSettings, language: Language): Promise<void> {
    const [before, notifiers] = [this.#name, this.#notifiers];
    this.#parts = { ...this.#parts, settings, language };
    this.#name = gatewayNameOf(settings);
    this.#notifiers = this.#buildNotifiers(notifiers);
    this.#written = { text: '', at: Number.NEGATIVE_INFINITY };
    if (before === this.#name && this.#notifiers.length > 0) return;
    // another gateway may lead then, and would send what is being sent
    await Promise.all(notifiers.map((notifier) => notifier.waitUntilSent()));
    await this.#leave(before);
  }

  /** What was wrong here when this gateway was last heard of; empty when the journal does not say. */
  async readBefore(): Promise<readonly StoredTrouble[]> {
    try {
      const seen = await this.#inTime(this.#parts.journal.troubles.listTroubles());
      this.#before = seen.find(({ gateway }) => gateway === this.#name)?.troubles ?? [];
    } catch (error) {
      this.#parts.log.debug({ err: error }, 'it cannot be told since when things are wrong');
    }
    return this.#before;
  }

  override async run(): Promise<void> {
    await pause(times.every, this.stopping);
    await super.run();
    await waitAtMost(times.longestAsk, this.waitUntilSent());
    await this.#leave(this.#name);
  }

  /** What is being sent has been, or could not be. */
  async waitUntilSent(): Promise<void> {
    await Promise.all(this.#notifiers.map((notifier) => notifier.waitUntilSent()));
  }

  /** What this gateway last sent to each. */
  sent(): readonly AlarmSent[] {
    return this.#notifiers.flatMap(({ name: target, sentAt }) =>
      sentAt === undefined ? [] : [{ target, at: new Date(sentAt).toISOString() }],
    );
  }

  /** What cannot be told to people, and gateways that are gone. */
  troubles(): readonly NoticedTrouble[] {
    const unsent = this.#notifiers.map(({ name, trouble: why }) => ({
      ...({ trouble: 'alarm', name: `alarms by ${name}`, about: name } as const),
      what: why === undefined ? undefined : localize('not-sent', { why }),
    }));
    return [
      ...unsent,
      ...this.#missing.map((one) => ({
        ...({ trouble: 'gateway-gone', name: `gateway ${one.gateway}`, about: one.gateway } as const),
        ...{ what: renderMissingGateway(one), since: one.since },
      })),
    ];
  }

  /** One look: what is wrong is written down, and told where its time has come. */
  override async round(): Promise<void> {
    const own = this.#listOwn();
    const shared = await this.#share(own);
    const alarms = shared?.alarms ?? mergeAlarms([{ gateway: this.#name, silent: undefined, troubles: own }]);
    this.#missing = shared?.missing ?? [];
    if (shared?.leads === false) return;
    this.#silences = shared?.silences ?? this.#silences;
    for (const notifier of this.#notifiers)
      notifier.notify(alarms, this.#silences, {
        alone: shared === undefined,
        now: steadyNow(),
        losses: shared?.losses ?? [],
        acknowledgements: shared?.acknowledgements ?? [],
      });
  }

  /** What is seen here, and what was before the start as long as the look at it may not have ended. */
  #listOwn(): readonly StoredTrouble[] {
    const { settings, language } = this.#parts;
    const { reasons } = this.#parts.health();
    if ([...reasons, ...this.#before].some(({ code }) => holdsDocumentsBack(code)))
      this.#lastCause = steadyNow();
    const now = reasons
      .filter(({ code }) => code !== 'gateway-gone')
      .flatMap((reason) =>
        troublesToReport(reason, { waiting: settings.waiting, language, from: this.#lastCause }, steadyNow()),
      );
    const seen = new Set(now.map(({ code, about }) => `${code} ${about}`));
    const age = performance.now() - this.#startedAt;
    this.#before = this.#before.filter(
      ({ code, about }) => isTroubleCode(code) && age < settlingTimeOf(code) && !seen.has(`${code} ${about}`),
    );
    return mergeTroubles([...now, ...this.#before]);
  }

  /** Undefined: the journal is away. */
  async #share(own: readonly StoredTrouble[]): Promise<SharedAlarmState | undefined> {
    // what hangs is not asked once more
    if (this.#asking !== undefined) return undefined;
    const asking = this.#ask(own);
    this.#asking = asking;
    asking.then(
      () => this.#endAsking(),
      () => this.#endAsking(),
    );
    try {
      return await this.#inTime(asking);
    } catch (error) {
      this.#parts.log.debug({ err: error }, 'the journal cannot be asked about alarms');
      return undefined;
    }
  }

  #endAsking(): void {
    this.#asking = undefined;
  }

  async #ask(own: readonly StoredTrouble[]): Promise<SharedAlarmState> {
    const { journal } = this.#parts;
    await this.#write(own);
    const isTold = this.#notifiers.length > 0;
    const leads = isTold && (await journal.acquireLease('alarms'));
    if (isTold) await this.#store.read(journal.shared);
    if (!leads) return { alarms: [], missing: [], silences: [], leads };
    const silences = await journal.troubles.listSilences(new Date(steadyNow()).toISOString());
    const losses = await journal.troubles.listFirstLosses(mostLosses);
    const acknowledgements = await journal.troubles.listAcknowledgements();
    if (!journal.shared) {
      const alarms = mergeAlarms([{ gateway: this.#name, silent: undefined, troubles: own }]);
      return { alarms, missing: [], silences, losses, acknowledgements, leads };
    }
    const seen = await journal.troubles.listTroubles();
    const others = seen.filter(({ gateway, silent }) => gateway !== this.#name && silent !== undefined);
    const all = [{ gateway: this.#name, silent: 0, troubles: own }, ...others];
    const missing = findMissingGateways(all);
    const ofMissing = missing.map((one) => buildMissingGatewayAlarm(one, this.#parts.language));
    return {
      alarms: [...mergeAlarms(all), ...ofMissing],
      missing,
      silences,
      losses,
      acknowledgements,
      leads,
    };
  }

  /** When it has changed; as a sign of life now and then. */
  async #write(own: readonly StoredTrouble[]): Promise<void> {
    const { journal } = this.#parts;
    const mappings = await this.#parts.mappings?.();
    const text = JSON.stringify([own, mappings]);
    const isDue = journal.shared && performance.now() - this.#written.at >= times.signOfLife;
    if (text === this.#written.text && !isDue) return;
    await journal.troubles.replaceTroubles(this.#name, own, mappings?.hash, mappings?.published);
    this.#written = { text, at: performance.now() };
  }

  async #leave(name: string): Promise<void> {
    const { journal, log } = this.#parts;
    try {
      await this.#inTime(Promise.all([journal.releaseLease('alarms'), journal.troubles.stopReporting(name)]));
    } catch (error) {
      log.debug({ err: error }, `the others may miss this gateway: ${reasonOf(error)}`);
    }
  }

  #inTime<T>(work: Promise<T>): Promise<T> {
    return rejectAfter(times.longestAsk, work, () => new Error('The journal does not answer.'));
  }
}

/** One of each kind and place: the worst level, the oldest, all that is said. */
function mergeTroubles(troubles: readonly StoredTrouble[]): readonly StoredTrouble[] {
  const groups = Map.groupBy(troubles, ({ code, about }) => `${code} ${about}`);
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const all = [first, ...others];
    return {
      ...first,
      level: all.some(({ level }) => level === 'red') ? 'red' : first.level,
      what: [...new Set(all.map(({ what }) => what))].slice(0, 5).join('\n'),
      since: all.map(({ since }) => since).sort()[0] ?? first.since,
    };
  });
}
