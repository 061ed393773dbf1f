import type { z } from 'zod';
import { configJsonSchema } from '../src/config/schema/config-json-schema.ts';
import { made, table } from './markdown.ts';
import { keyHead, keyRows } from './schema-rows.ts';

type Schema = z.core.JSONSchema.BaseSchema;

const isSchema = (given: unknown): given is Schema => typeof given === 'object' && given !== null;

/** docs/reference/config.md: every key of gateway.yaml. */
export function configPage(): string {
  const { properties = {} } = configJsonSchema();
  const { channels, ...top } = properties;
  const groups = Object.entries(top).filter(
    ([, schema]) => isSchema(schema) && schema.properties !== undefined,
  );
  const single = Object.fromEntries(
    Object.entries(top).filter(([name]) => !groups.some(([group]) => group === name)),
  );
  return `# Keys of gateway.yaml

${made('the schema of the config (`src/config/`)')} [gateway.example.yaml](../../gateway.example.yaml)
shows all of them in one file, [channels.md](../channels.md) tells how a channel is put together.

A key is written here as its way from the top: \`exchange.rate.perSecond\` is \`perSecond\` in \`rate\` in \`exchange\`. *Required* means:
where the key above it is given. *One of*: of the keys beside it that say so, one stands there. A duration has a unit: \`500ms\`, \`30s\`, \`5m\`, \`2h\`, \`1d\`. Paths begin at the folder of the file. Any text
may be taken from outside: \`"\${NAME}"\` from the environment, \`"\${file:PATH}"\` from a file. Unknown keys are errors.

${groups.map(([name, schema]) => group(name, schema)).join('\n\n')}

## The rest

${table(keyHead, keyRows({ properties: single }))}

${channelSections(channels)}
`;
}

const group = (name: string, schema: unknown): string =>
  isSchema(schema)
    ? `## ${name}\n\n${schema.description ?? ''}\n\n${table(keyHead, keyRows(schema, `${name}.`))}`
    : '';

/** Keys that channels of both directions have alike are told once. */
function channelSections(channels: unknown): string {
  const others =
    isSchema(channels) && isSchema(channels.additionalProperties) ? channels.additionalProperties : {};
  const [inbound = {}, outbound = {}] = (others.anyOf ?? []).filter(isSchema);
  const shared = new Set(
    Object.keys(inbound.properties ?? {}).filter((name) => sameIn(name, inbound, outbound)),
  );
  const only = new Set(Object.keys(inbound.properties ?? {}).filter((name) => !shared.has(name)));
  return `## channels: every channel

The flows, each under a name of letters, digits, hyphens and underscores (\`channels.NAME\`); keys are told from there on.

${table(keyHead, keyRows(inbound, '', only))}

## channels: from the ERP to the exchange

Those with \`to.exchange\`.

${table(keyHead, keyRows(inbound, '', shared))}

## channels: from the exchange to the ERP

Those with a folder under \`to\`.

${table(keyHead, keyRows(outbound, '', shared))}`;
}

const sameIn = (name: string, one: Schema, other: Schema): boolean =>
  JSON.stringify(one.properties?.[name]) === JSON.stringify(other.properties?.[name]);
