import type { Config } from '../../config/schema.ts';
import { placeholders } from '../../config/starter.ts';
import { asItIs } from '../../findings/troubles.ts';
import { type Found, wrong } from './found.ts';

/** What an example holds in the place of something real: nothing can be sent so, and the journal must not be bound to it. */
export function lookForPlaceholders({ exchange, channels }: Config): readonly Found[] {
  const { baseUrl, auth, companyId } = exchange;
  return [
    ...examples('exchange.baseUrl', baseUrl, isExampleHost(new URL(baseUrl).hostname)),
    ...examples('exchange.companyId', companyId, isNobody(companyId)),
    ...examples('exchange.auth.email', auth.email, auth.email === placeholders.email),
    ...(auth.password.trim() === placeholders.password.trim() ? [noPassword] : []),
    ...Object.entries(channels).flatMap(([name, channel]) =>
      examples(`channels.${name}.companyId`, channel.companyId, isNobody(channel.companyId)),
    ),
  ];
}

/** Names that nobody can have (RFC 2606). */
const isExampleHost = (host: string): boolean => /(^|\.)example(\.(com|net|org))?$/i.test(host);

/** A company of zeros. */
const isNobody = (id = ''): boolean => /^[0-]+$/.test(id);

const examples = (key: string, value: string | undefined, isPlaceholder: boolean): readonly Found[] =>
  isPlaceholder ? [wrong(asItIs(key), 'only-example', { value: value ?? '' })] : [];

const noPassword = wrong(asItIs('exchange.auth.password'), 'example-password');
