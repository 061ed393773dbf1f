import { defineSyntax } from '../define-syntax.ts';
import { hashTexts } from '../describe/parse-description.ts';
import { buildXmlFormat } from './build-format.ts';
import { xmlDescriptionCodes, xmlElementSchema, xmlSchema } from './description.ts';
import { xmlFindings } from './findings/catalogue.ts';
import { xmlInference } from './infer.ts';
import { buildXmlLayout } from './layout.ts';
import { xmlMasking } from './masking.ts';
import { renderXmlPage } from './page.ts';
import { xmlRevision } from './revise.ts';

/** XML of an ERP's own. */
export const xml = defineSyntax({
  name: 'xml',
  words: { name: 'XML', file: 'XML' },
  schema: xmlSchema,
  treeSchemas: [{ place: 'an element in the tree of an XML', schema: xmlElementSchema }],
  load({ source, description, text, readNearby, fileLooks }) {
    const { layout, findings } = buildXmlLayout(source, description, readNearby, fileLooks);
    if (layout === undefined) return { findings };
    const { xsd } = layout;
    const format = buildXmlFormat(layout, hashTexts(text, ...(xsd === undefined ? [] : [xsd.hash])));
    return { format, findings, renderPage: () => renderXmlPage(layout, format) };
  },
  inference: xmlInference,
  revision: xmlRevision,
  findings: xmlFindings,
  descriptionCodes: xmlDescriptionCodes,
  masking: xmlMasking,
  nearbyExtensions: ['.xsd'],
});
