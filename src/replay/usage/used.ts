import { FileMapping } from '../../mapping/load.ts';
import { HeardMapping, type Usage } from '../../mapping/usage.ts';
import type { Toolbox } from '../../pipeline/workers/toolbox.ts';
import { type Given, rerun } from '../rerun.ts';

/** What a message uses of the mappings on its way, those that translate it included. */
export function usedBy(tools: Toolbox, given: Given): readonly Usage[] {
  const found: Usage[] = [];
  const heard: Toolbox = {
    ...tools,
    mapping(name) {
      const mapping = tools.mapping(name);
      return mapping instanceof FileMapping
        ? new HeardMapping(mapping, (usage) => found.push(usage))
        : mapping;
    },
  };
  rerun(heard, given);
  return found;
}
