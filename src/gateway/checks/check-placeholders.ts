import type { Config } from '../../config/schema/config-schema.ts';
import { exampleValues } from '../../config/starter-config.ts';
import { keepUntranslated } from '../../findings/localized-text.ts';
import { type CheckResult, wrongResult } from './check-result.ts';

/** What an example holds in the place of something real: nothing can be sent so, and the journal must not be bound to it. */
export function checkPlaceholders({ exchange, channels }: Config): readonly CheckResult[] {
  const { baseUrl, auth, companyId } = exchange;
  return [
    ...examples('exchange.baseUrl', baseUrl, isExampleHost(new URL(baseUrl).hostname)),
    ...examples('exchange.companyId', companyId, isNobody(companyId)),
    ...examples('exchange.auth.email', auth.email, auth.email === exampleValues.email),
    ...(auth.password.trim() === exampleValues.password.trim() ? [noPassword] : []),
    ...Object.entries(channels).flatMap(([name, channel]) =>
      examples(`channels.${name}.companyId`, channel.companyId, isNobody(channel.companyId)),
    ),
  ];
}

/** Names that nobody can have (RFC 2606). */
const isExampleHost = (host: string): boolean => /(^|\.)example(\.(com|net|org))?$/i.test(host);

/** A company of zeros. */
const isNobody = (id = ''): boolean => /^[0-]+$/.test(id);

const examples = (key: string, value: string | undefined, isPlaceholder: boolean): readonly CheckResult[] =>
  isPlaceholder ? [wrongResult(keepUntranslated(key), 'only-example', { value: value ?? '' })] : [];

const noPassword = wrongResult(keepUntranslated('exchange.auth.password'), 'example-password');
