import type { Config } from '../config/schema.ts';
import { starterPlaceholders } from '../config/starter.ts';

/** All state belongs to one exchange identity. */
export const identityOf = ({ exchange }: Pick<Config, 'exchange'>): string =>
  [exchange.baseUrl, ...(exchange.companyId ? [`company ${exchange.companyId}`] : [])].join(', ');

/** Why the journal must not be bound to what the config names: `gateway init` wrote it, and nobody filled it in. */
export function unfilled({ exchange }: Pick<Config, 'exchange'>): string | undefined {
  const { baseUrl, companyId } = starterPlaceholders;
  const isPlaceholder =
    URL.canParse(exchange.baseUrl) && new URL(exchange.baseUrl).host === new URL(baseUrl).host;
  const key = isPlaceholder ? 'baseUrl' : exchange.companyId === companyId ? 'companyId' : undefined;
  return (
    key &&
    `exchange.${key} is still what \`gateway init\` wrote (${exchange[key]}): fill in the lines marked with <== in the config.`
  );
}
