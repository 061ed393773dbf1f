import { defineSyntax, type SyntaxItems } from '../define-syntax.ts';
import { hashTexts } from '../describe/parse-description.ts';
import { buildEdifactFormat } from './build-format.ts';
import { buildEdifactLayout } from './build-layout.ts';
import { edifactSchema, edifactUseSchema } from './description.ts';
import { edifactFindings, isMessage } from './findings/catalogue.ts';
import { edifactInference } from './infer.ts';
import { splitSegmentTexts } from './lexical/segment-texts.ts';
import { edifactMasking } from './masking.ts';
import { renderEdifactPage } from './page.ts';
import { edifactStarter } from './starter.ts';

/** Segments and groups are known by the tag, `SCC`. */
const edifactItems: SyntaxItems = {
  partNames: new Map([['gLIN', 'order-line']]),
  findLabel: (name) => /^g?([A-Z][A-Z0-9]{2})$/.exec(name)?.[1],
};

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
  masking: edifactMasking,
  items: edifactItems,
  splitText: splitSegmentTexts,
  looks: [
    { start: 'UNA', texts: isMessage },
    { start: 'UNB+', texts: isMessage },
  ],
});
