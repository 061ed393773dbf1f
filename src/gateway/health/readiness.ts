import { explainFailure } from '../../findings/localized-error.ts';
import type { Readiness } from '../../http/operator-server.ts';
import type { TroubleCode } from '../../operator/health/health.ts';
import { listTroubles, type NoticedTrouble, type TroubleSources } from './trouble-sources.ts';

/** Troubles that do not keep the gateway from its work. */
const harmless: readonly TroubleCode[] = [
  'disk',
  'not-collected',
  'mappings-old',
  'untaken',
  'clock',
  'certificate',
  'silent',
  'not-ours',
  'failed-logins',
  'config',
  'alarm',
  'gateway-gone',
];

/** What must be well so that a webhook can be received: a load balancer sends them elsewhere otherwise. */
const receiving = ['journal', 'webhook'];

/** Every part with what is wrong with it. `listens`: is the webhook there; undefined: none is configured. */
export async function computeReadiness(
  watched: TroubleSources,
  listens: boolean | undefined,
): Promise<readonly Readiness[]> {
  const unread = await watched.journal.message(0).then(() => undefined, explainFailure);
  const seen: readonly NoticedTrouble[] = [
    ...listTroubles(watched),
    { trouble: 'journal', name: 'journal', about: '', what: unread },
  ];
  const checks = [...Map.groupBy(seen, ({ name }) => name).values()].map(checkOf);
  return listens === undefined ? checks : [...checks, webhook(listens)];
}

/** What was noticed under one name: the first trouble tells. */
function checkOf(seen: readonly NoticedTrouble[]): Readiness {
  const { name = '', trouble, what } = seen.find((one) => one.what !== undefined) ?? seen[0] ?? {};
  const ok = what === undefined || (trouble !== undefined && harmless.includes(trouble));
  return {
    name,
    ok,
    ...(what === undefined ? {} : { reason: what.en }),
    ...(receiving.includes(name) ? { receives: true as const } : {}),
  };
}

const webhook = (listens: boolean): Readiness => ({
  name: 'webhook',
  ok: listens,
  receives: true,
  ...(listens ? {} : { reason: 'It does not listen: the gateway starts or stops.' }),
});
