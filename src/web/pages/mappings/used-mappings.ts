import type { MappingsAnswer } from '../../../api/model/mapping-model.ts';

type Listed = MappingsAnswer['mappings'];

/** Those of a channel, and one's own. */
export const listUsedMappings = (mappings: Listed): Listed =>
  mappings.filter(({ channels, origin }) => channels.length > 0 || origin !== 'delivered');
