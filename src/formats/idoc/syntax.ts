import { defineSyntax, type SyntaxItems } from '../define-syntax.ts';
import { hashTexts } from '../describe/parse-description.ts';
import { buildIdocFormat } from './build-format.ts';
import { idocSchema } from './description.ts';
import { idocFindings } from './findings/catalogue.ts';
import { idocInference } from './infer.ts';
import { buildIdocLayout } from './layout.ts';
import { idocMasking } from './masking.ts';
import { renderIdocPage } from './page.ts';
import { idocStarter } from './starter.ts';

const idocItems: SyntaxItems = {
  partNames: new Map([
    ['E1EDP01', 'order-line'],
    ['E1EDP20', 'delivery'],
  ]),
};

/** SAP's IDocs, XML or flat. */
export const idoc = defineSyntax({
  name: 'idoc',
  words: { name: 'IDoc', file: 'IDoc' },
  schema: idocSchema,
  treeSchemas: [],
  load(input) {
    const { layout, texts, findings } = buildIdocLayout(input);
    if (layout === undefined) return { findings };
    const format = buildIdocFormat(layout, hashTexts(input.text, ...texts));
    return { format, findings, renderPage: () => renderIdocPage(layout, format) };
  },
  inference: idocInference,
  starter: idocStarter,
  findings: idocFindings,
  masking: idocMasking,
  items: idocItems,
  nearbyExtensions: ['.txt'],
});
