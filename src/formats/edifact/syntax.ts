import { defineSyntax } from '../define-syntax.ts';
import { hashTexts } from '../describe/parse-description.ts';
import { buildEdifactFormat } from './build-format.ts';
import { buildEdifactLayout } from './build-layout.ts';
import { edifactSchema, edifactUseSchema } from './description.ts';
import { edifactFindings } from './findings/catalogue.ts';
import { edifactInference } from './infer.ts';
import { renderEdifactPage } from './page.ts';
import { edifactStarter } from './starter.ts';

/** UN/EDIFACT: interchanges of messages. */
export const edifact = defineSyntax({
  name: 'edifact',
  words: { name: 'EDIFACT', file: 'EDIFACT' },
  schema: edifactSchema,
  treeSchemas: [{ place: 'an element in the tree of an EDIFACT message', schema: edifactUseSchema }],
  load({ source, description, text, referenced }) {
    const { layout, texts, findings } = buildEdifactLayout(source, description, referenced);
    if (layout === undefined) return { findings };
    const format = buildEdifactFormat(layout, hashTexts(text, ...texts));
    return { format, findings, renderPage: () => renderEdifactPage(layout) };
  },
  inference: edifactInference,
  starter: edifactStarter,
  findings: edifactFindings,
});
