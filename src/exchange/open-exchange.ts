import type { Logger } from 'pino';
import type { ExchangeSettings } from '../config/schema/config-schema.ts';
import { localizeError } from '../findings/localized-error.ts';
import type { Meter } from '../metrics/meter.ts';
import { readText } from '../text/text-file.ts';
import { createExchangeClient } from './create-client.ts';
import type { TakeTurns } from './transport/shared-rate-limit.ts';

/**
 * A client for the exchange of the settings, with the files that they name. Rejects when such a file cannot be read,
 * and with BaseUrlError.
 */
export async function openExchange(
  settings: ExchangeSettings,
  log: Logger,
  { turns, meter }: { readonly turns?: TakeTurns | undefined; readonly meter?: Meter | undefined } = {},
): Promise<ReturnType<typeof createExchangeClient>> {
  const { certificateAuthority: path } = settings;
  return createExchangeClient(settings, log, {
    ...(turns ? { turns } : {}),
    meter,
    ...(path === undefined ? {} : { authority: await authorityFrom(path) }),
  });
}

async function authorityFrom(path: string): Promise<string> {
  const text = await readText(path).catch((cause: unknown) => {
    throw localizeError('authority-unread', { path }, cause);
  });
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  throw localizeError('authority-none', { path });
}
