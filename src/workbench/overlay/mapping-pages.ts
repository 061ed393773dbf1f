import { join } from 'node:path';
import type { Formats } from '../../formats/document-format.ts';
import { renderHtmlPage, renderMarkdownPage } from '../../mapping/docs/mapping-page.ts';
import { collectExamples, listRuleRows } from '../../mapping/docs/rule-rows.ts';
import { listUnfilledMembers } from '../../mapping/docs/unfilled-members.ts';
import type { FileMapping } from '../../mapping/file-mapping.ts';

/** What a mapping does, as a page that a partner can read, twice, and how much of it there is. */
export interface MappingPages {
  readonly markdown: string;
  readonly html: string;
  readonly values: number;
  /** Of these, those with an example from a fixture. */
  readonly withExample: number;
  /** Members of the target that no rule fills. */
  readonly unfilled: number;
}

/** `folders`: whose fixtures give the examples. */
export function buildMappingPages(
  mapping: FileMapping,
  folders: readonly string[],
  formats: Formats,
): MappingPages {
  const fixtures = folders.map((folder) => join(folder, 'fixtures'));
  const rows = listRuleRows(mapping, collectExamples(mapping, fixtures, formats));
  const unfilled = listUnfilledMembers(mapping, formats);
  return {
    markdown: renderMarkdownPage(mapping, rows, unfilled),
    html: renderHtmlPage(mapping, rows, unfilled),
    values: rows.length,
    withExample: rows.filter(({ example }) => example).length,
    unfilled: unfilled.length,
  };
}
