import { describe, expect, it } from 'vitest';
import { change, check, fixture } from '../testkit/documents.ts';

/** What an open part will bring is not asked for on receipt; all else is. */

const marked = (text: string, ...parts: readonly string[]): string => {
  const open = parts.map((part) => `<gw:open>${part}</gw:open>`).join('');
  return change(
    text,
    /<cbc:ID>/,
    `<ext:UBLExtensions xmlns:ext="urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2"><ext:UBLExtension>` +
      `<ext:ExtensionContent><gw:Document xmlns:gw="urn:scsn-gateway:document">${open}</gw:Document></ext:ExtensionContent>` +
      `</ext:UBLExtension></ext:UBLExtensions><cbc:ID>`,
  );
};

const response = fixture('scsn/OrderResponse');
const statusless = change(response, /<cbc:LineStatusCode>.*?<\/cbc:LineStatusCode>/, '');
const undated = change(response, /<cac:PromisedDeliveryPeriod>[\s\S]*?<\/cac:PromisedDeliveryPeriod>/, '');
const lineless = change(fixture('scsn/Order'), /<cac:OrderLine>[\s\S]*<\/cac:OrderLine>/, '');
const itemless = change(response, /<cac:Item\/>|<cac:Item>[\s\S]*?<\/cac:Item>/, '');

const codes = (text: string): readonly string[] =>
  check(text, text.includes('<OrderResponse') ? 'scsn/OrderResponse' : 'scsn/Order')
    .filter(({ severity }) => severity !== 'warning')
    .map(({ code }) => code);

describe('a document that says what it leaves open', () => {
  it.each([
    ['status', statusless, 'line-status-missing'],
    ['values', undated, 'promised-date-missing'],
    ['values', itemless, 'element-missing'],
    ['lines', lineless, 'element-missing'],
  ])('%s', (part, text, code) => {
    expect(codes(text)).toContain(code);
    expect(codes(marked(text, part))).toEqual([]);
    const others = ['status', 'values', 'lines'].filter((one) => one !== part);
    expect(codes(marked(text, ...others))).toContain(code);
  });

  it('is told all else that is wrong, in the same parent too', () => {
    const wrong = change(itemless, '<cac:LineItem>', '<cac:LineItem><cbc:Nonsense/>');
    expect(codes(marked(wrong, 'values'))).toEqual(['element-unknown']);
    expect(
      codes(marked(change(lineless, /<cbc:IssueDate>.*?</, '<cbc:IssueDate>01-02-2026<'), 'lines')),
    ).toEqual(['date-order']);
  });

  it('knows no other part, and no mark of another namespace', () => {
    expect(codes(marked(statusless, 'everything'))).toContain('line-status-missing');
    const foreign = marked(statusless, 'status').replace('urn:scsn-gateway:document', 'urn:example:erp');
    expect(codes(foreign)).toContain('line-status-missing');
  });
});
