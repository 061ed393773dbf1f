import type { Formats } from '../../formats/document-format.ts';
import { listUpstreamChanges, type UpstreamChange } from '../../mapping/compare/upstream-changes.ts';
import type { Finding, Language } from '../../types.ts';
import { loadNamedMapping, type NamedMapping } from './named-mapping.ts';

/** A mapping held against its source and target. */
export interface MappingCheck {
  readonly name: string;
  readonly isUsable: boolean;
  readonly findings: readonly Finding[];
  /** Delivered files under it that have changed since they were accepted, or that never were. */
  readonly upstream: readonly UpstreamChange[];
}

export function checkNamedMapping(named: NamedMapping, formats: Formats, language: Language): MappingCheck {
  const { mapping, findings } = loadNamedMapping(named, formats, undefined, language);
  const upstream = listUpstreamChanges(named.name, named.folders);
  return {
    ...{ name: named.name, isUsable: mapping !== undefined, findings },
    upstream: upstream.filter(({ changes }) => changes === undefined || changes.length > 0),
  };
}
