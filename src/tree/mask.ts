/**
 * A document whose personal and commercial values cannot be read any more, and whose shape is as it was: every character stands at its
 * place, letters are x, digits 9. Codes, dates, quantities and the numbers by which lines and orders are known stay, so that what
 * went wrong can still be seen. Pure; for XML and JSON, and anything else is masked whole.
 */
export function masked(text: string): string {
  if (isMaskedWhole(text)) return hidden(text);
  return text.trimStart().startsWith('<') ? maskedXml(text) : maskedJson(text);
}

/** Neither XML nor JSON: no name says what may stay. */
export const isMaskedWhole = (text: string): boolean => !/^\s*[<{[]/.test(text);

/** One value as `masked` leaves it in its document. `path`: `/Order/cac:Contact[2]/cbc:ID`, `lines[2]/price`, `…/@currencyID`. */
export function maskedValue(path: string, text: string): string {
  const names = path.split('/').map((step) => step.replace(/^.*:|\[\d+\]$/g, ''));
  const attribute = names.at(-1)?.startsWith('@') ? names.at(-1) : undefined;
  const stays = attribute === undefined ? isKept(names) : !personal.test(attribute);
  return stays ? text : hidden(text);
}

/** What names of elements and members say of their values. */
const kept =
  /(id|code|date|time|edat|since|quantity|indicator|status|type|kind|position|sequence|percent|version|eventname|number)$/i;
const personal =
  /(name|contact|person|phone|fax|mail|street|building|house|postal|zip|city|note|text|remark|description|account|amount|price|bank|iban|vat|tax|filename|binaryobject)/i;
/** A name of ours or of the exchange's that `personal` takes for one of a person. */
const harmless = /^(eventname|buyeraccountnumber|supplieraccountnumber)$/i;

/** `path`: names from the outermost to the one that holds the value. */
function isKept(path: readonly string[]): boolean {
  const name = path.at(-1) ?? '';
  if (harmless.test(name)) return true;
  return kept.test(name) && !path.some((one) => personal.test(one));
}

/** Letters and digits, with those of other scripts. */
export const hidden = (text: string): string =>
  text
    .replace(/\p{Lu}/gu, 'X')
    .replace(/[\p{L}\p{M}]/gu, (c) => (c === 'X' ? c : 'x'))
    .replace(/\p{Nd}/gu, '9');

const xmlPart =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([\w.:-]+)((?:"[^"]*"|'[^']*'|[^"'>])*?)(\/?)>|[^<]+|</g;

function maskedXml(text: string): string {
  const path: string[] = [];
  return text.replace(
    xmlPart,
    (whole, data?: string, closing?: string, name?: string, attributes = '', empty?: string) => {
      if (data !== undefined) return `<![CDATA[${isKept(path) ? data : hidden(data)}]]>`;
      if (name !== undefined) {
        const local = name.replace(/^.*:/, '');
        if (closing) path.pop();
        else if (!empty) path.push(local);
        return closing ? whole : `<${name}${maskedAttributes(attributes)}${empty ?? ''}>`;
      }
      if (whole.startsWith('<!--')) return `<!--${hidden(whole.slice(4, -3))}-->`;
      if (whole.startsWith('<')) return whole;
      return isKept(path) ? whole : hiddenButEntities(whole);
    },
  );
}

const maskedAttributes = (attributes: string): string =>
  attributes.replace(
    /([\w.:-]+)(\s*=\s*)("[^"]*"|'[^']*')/g,
    (whole, name: string, equals: string, value: string) =>
      personal.test(name) ? name + equals + hiddenButEntities(value) : whole,
  );

/** What stands for one character stays what it is: an `&amp;` that became `&xxx;` could not be read. */
const hiddenButEntities = (text: string): string =>
  text.replace(/&(?:#\d+|#x[0-9a-f]+|\w+);|[^&]+|&/gi, (part) => (/^&.+;$/.test(part) ? part : hidden(part)));

const jsonPart = /"((?:[^"\\]|\\.)*)"(\s*:)?|-?\d[\d.eE+-]*|[{}[\]]|\p{L}+/gu;

function maskedJson(text: string): string {
  const path: string[] = [];
  let name = '';
  return text.replace(jsonPart, (whole, string?: string, colon?: string) => {
    if (colon !== undefined) {
      name = string ?? '';
      return whole;
    }
    if (whole === '{') path.push(name);
    else if (whole === '}') name = path.pop() ?? '';
    else if (/^(true|false|null)$/.test(whole)) return whole;
    else if (/^\p{L}/u.test(whole)) return hidden(whole);
    else if (whole !== '[' && whole !== ']' && !isKept([...path, name]))
      return string === undefined ? whole.replace(/\d/g, '9') : `"${hiddenButEscapes(string)}"`;
    return whole;
  });
}

const hiddenButEscapes = (text: string): string =>
  text.replace(/\\(?:u[0-9a-fA-F]{4}|.)|[^\\]+/g, (part) => (part.startsWith('\\') ? part : hidden(part)));
