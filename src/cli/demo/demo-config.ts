import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Simulator } from '../../../simulator/simulator.ts';
import { loadConfig } from '../../config/load/load-config.ts';
import type { Config } from '../../config/schema/config-schema.ts';
import { folderTitleOf } from '../../folders/endpoint-settings.ts';
import { buildChannels } from '../../pipeline/channel/channel.ts';
import { samplePath } from './demo-scenario.ts';

export const webhookPassword = 'demo-hook';

export const configPathOf = (folder: string): string => join(folder, 'gateway.yaml');

/** The sample's config, in the demo's folder. */
export async function writeDemoConfig(
  folder: string,
  { url, companyId, credentials }: Simulator,
): Promise<Config> {
  const path = configPathOf(folder);
  const values = {
    DEMO_EXCHANGE: url,
    DEMO_COMPANY: companyId,
    DEMO_USER: credentials.user,
    DEMO_PASSWORD: credentials.password,
    DEMO_WEBHOOK_PASSWORD: webhookPassword,
  };
  const own = existsSync(join(folder, 'mappings')) ? 'mappings: mappings\n' : '';
  const text = Object.entries(values).reduce(
    (config, [name, value]) => config.replace(`\${${name}}`, value),
    readFileSync(samplePath('demo.gateway.yaml'), 'utf8'),
  );
  writeFileSync(path, text + own);
  const { config, findings } = await loadConfig(path);
  if (!config) throw new Error(`The demo's config cannot be used: ${JSON.stringify(findings)}`);
  for (const channel of buildChannels(config)) {
    const place = folderTitleOf(
      channel.direction === 'inbound' ? channel.settings.from : channel.settings.to,
    );
    mkdirSync(place, { recursive: true });
  }
  mkdirSync(dirname(config.journal.sqlite), { recursive: true });
  return config;
}
