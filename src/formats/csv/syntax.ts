import { defineSyntax } from '../define-syntax.ts';
import { hashTexts } from '../describe/parse-description.ts';
import { buildCsvFormat } from './build-format.ts';
import { csvFieldSchema, csvSchema } from './description.ts';
import { csvFindings } from './findings/catalogue.ts';
import { csvInference } from './infer.ts';
import { buildCsvLayout } from './layout.ts';
import { csvMasking } from './masking.ts';
import { renderCsvPage } from './page.ts';
import { csvRevision } from './revise.ts';
import { csvStarter } from './starter.ts';

/** Tables: rows of fields, with a separator between them. */
export const csv = defineSyntax({
  name: 'csv',
  words: { name: 'CSV', file: 'a table (CSV)' },
  schema: csvSchema,
  treeSchemas: [{ place: 'a value in the tree of a CSV', schema: csvFieldSchema }],
  load({ source, description, text }) {
    const { layout, findings } = buildCsvLayout(source, description);
    if (layout === undefined) return { findings };
    const format = buildCsvFormat(layout, hashTexts(text));
    return { format, findings, renderPage: () => renderCsvPage(layout, format) };
  },
  inference: csvInference,
  revision: csvRevision,
  starter: csvStarter,
  findings: csvFindings,
  masking: csvMasking,
});
