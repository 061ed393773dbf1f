import { localize } from '../../findings/localized-text.ts';
import type { InferredDescription, SyntaxInference } from '../define-syntax.ts';
import { noMessageType, renderUnknownMessage } from './findings/sample-texts.ts';
import { readControlText, readHeadText } from './idoc-form.ts';

/** Delivered formats by MESTYP. */
const guides: ReadonlyMap<string, string> = new Map([
  ['ORDERS', 'idoc-orders'],
  ['ORDCHG', 'idoc-ordchg'],
  ['ORDRSP', 'idoc-ordrsp'],
]);

/** A format on a delivered one, by what the control records of samples say. */
export const idocInference: SyntaxInference = {
  recognise: (head) => (/^\s*EDI_DC|<IDOC[\s>]/.test(head) ? 'certain' : undefined),
  inferDescription: inferIdoc,
  codedPlaces: {
    isQualifier: (name) => qualifiers.has(name),
    isComposite: () => false,
    isEnvelope: (name) => name.startsWith('EDI_DC'),
  },
};

/** Fields that say what a segment is about. */
const qualifiers: ReadonlySet<string> = new Set(['QUALF', 'PARVW', 'IDDAT', 'SUMID', 'QUALP', 'TDID']);

function inferIdoc(name: string, files: readonly Uint8Array[]): InferredDescription {
  const heads = files.map((bytes) => readHeadText(bytes.subarray(0, 65_536)));
  const [type = '', ...others] = new Set(heads.map((head) => readControlText(head, 'MESTYP')));
  if (others.length > 0)
    return { because: localize('sample-messages-several', { messages: [type, ...others].join(', ') }) };
  if (type === '') return { because: noMessageType };
  const guide = guides.get(type);
  if (guide === undefined) return { because: renderUnknownMessage(type) };
  const [sender = '', ...more] = new Set(heads.map((head) => readControlText(head, 'SNDPRN')));
  const recognise =
    sender === '' || more.length > 0 ? '' : `recognise: { sender: ${JSON.stringify(sender)} }\n`;
  const isFlat = heads.every((head) => head.startsWith('EDI_DC'));
  return {
    kind: type === 'ORDRSP' ? 'response' : 'order',
    text: [
      `format: ${name}\nsyntax: idoc\nguide: ${guide}\n`,
      recognise,
      '# parser: REPORT.txt    # the report "parser" of transaction WE60, beside this file: all segments, places and lengths\n',
      isFlat ? 'write: { form: flat }\n' : '',
    ].join(''),
  };
}
