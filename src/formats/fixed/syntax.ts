import { defineSyntax } from '../define-syntax.ts';
import { hashTexts } from '../describe/parse-description.ts';
import { buildFixedFormat } from './build-format.ts';
import { fixedSchema } from './description.ts';
import { fixedFindings } from './findings/catalogue.ts';
import { fixedInference } from './infer.ts';
import { buildFixedLayout } from './layout.ts';
import { fixedMasking } from './masking.ts';
import { renderFixedPage } from './page.ts';
import { fixedRevision } from './revise.ts';

/** Records whose values stand at fixed places. */
export const fixed = defineSyntax({
  name: 'fixed',
  words: { name: 'fixed places', file: 'records of fixed places' },
  schema: fixedSchema,
  treeSchemas: [],
  load({ source, description, text }) {
    const { layout, findings } = buildFixedLayout(source, description);
    if (layout === undefined) return { findings };
    const format = buildFixedFormat(layout, hashTexts(text));
    return { format, findings, renderPage: () => renderFixedPage(layout, format) };
  },
  inference: fixedInference,
  revision: fixedRevision,
  findings: fixedFindings,
  masking: fixedMasking,
});
