import type { Config } from '../config/schema/config-schema.ts';
import type { Channel } from '../pipeline/channel/channel.ts';
import type { Workers } from '../pipeline/workers/workers.ts';
import type { SeenGateway } from './open-operator-pages.ts';

/** The part of a site that pages look at. */
export interface WorkingSite {
  readonly config: Config;
  readonly channels: readonly Channel[];
  readonly parts: { readonly workers: Pick<Workers, 'formats' | 'generation'> };
}

/** Looks at the site that works at that moment: a reload puts another one in its place. */
export const viewWorkingSite = (
  site: () => WorkingSite,
): Pick<SeenGateway, 'config' | 'channels' | 'formats' | 'generation'> => ({
  config: () => site().config,
  channels: () => site().channels,
  formats: () => site().parts.workers.formats,
  generation: () => site().parts.workers.generation,
});
