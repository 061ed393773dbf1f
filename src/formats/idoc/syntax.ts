import { defineSyntax } from '../define-syntax.ts';
import { hashTexts } from '../describe/parse-description.ts';
import { buildIdocFormat } from './build-format.ts';
import { idocSchema } from './description.ts';
import { idocFindings } from './findings/catalogue.ts';
import { idocInference } from './infer.ts';
import { buildIdocLayout } from './layout.ts';
import { renderIdocPage } from './page.ts';
import { idocStarter } from './starter.ts';

/** SAP's IDocs, XML or flat. */
export const idoc = defineSyntax({
  name: 'idoc',
  words: { name: 'IDoc', file: 'IDoc' },
  schema: idocSchema,
  treeSchemas: [],
  load({ source, description, text, referenced, readNearby }) {
    const { layout, texts, findings } = buildIdocLayout(source, description, referenced, readNearby);
    if (layout === undefined) return { findings };
    const format = buildIdocFormat(layout, hashTexts(text, ...texts));
    return { format, findings, renderPage: () => renderIdocPage(layout, format) };
  },
  inference: idocInference,
  starter: idocStarter,
  findings: idocFindings,
});
