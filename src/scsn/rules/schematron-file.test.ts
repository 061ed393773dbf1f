import { describe, expect, it } from 'vitest';
import { parseXmlTree } from '../../tree/xml/parse-xml.ts';
import { loadDeliveredRules } from './load-rules.ts';
import { runRules } from './run-rules.ts';
import { parseSchematron, type TextPart } from './schematron-file.ts';

describe('a rule file', () => {
  const file = (rule: string, head = '') => `<s:schema xmlns:s="http://purl.oclc.org/dsdl/schematron"
    xmlns:x="http://www.w3.org/1999/XSL/Transform">${head}<s:pattern>${rule}</s:pattern>
    <s:diagnostics><s:diagnostic id="d">Do.</s:diagnostic></s:diagnostics></s:schema>`;
  const rules = (text: string, name = 'all.sch') => parseSchematron(new Map([[name, text]]));
  const assert = (test: string) =>
    `<s:assert id="a" role="error" test="${test}" diagnostics="d">No.</s:assert>`;
  const run = (text: string, document: string, name = 'all.sch') => {
    const { tree } = parseXmlTree(document);
    if (tree === undefined) throw new Error('the document cannot be read');
    return runRules(rules(text, name), tree, 'scsn/Order').map(({ path }) => path);
  };

  it('is for the document type of its name', () => {
    const text = file(`<s:rule context="a">${assert('false()')}</s:rule>`);
    expect(run(text, '<a/>', 'Order.sch')).toEqual(['/a']);
    expect(run(text, '<a/>', 'Order-own.sch')).toEqual(['/a']);
    expect(run(text, '<a/>', 'OrderResponse.sch')).toEqual([]);
  });

  it('has contexts of steps, a root and a predicate', () => {
    const document = '<a><b c="1"><a/></b><b/></a>';
    const of = (context: string) =>
      run(file(`<s:rule context="${context}">${assert('false()')}</s:rule>`), document);
    expect(of('b')).toEqual(['/a/b[1]', '/a/b[2]']);
    expect(of('/a')).toEqual(['/a']);
    expect(of('b/a')).toEqual(['/a/b[1]/a']);
    expect(of('b[@c]')).toEqual(['/a/b[1]']);
    expect(of("*[@c = '2']")).toEqual([]);
  });

  it('runs the first fitting rule of a pattern only', () => {
    const text = file(
      `<s:rule context="b">${assert('true()')}</s:rule><s:rule context="*">${assert('false()')}</s:rule>`,
    );
    expect(run(text, '<a><b/></a>')).toEqual(['/a']);
  });

  it.each([
    ['<s:rule context="//a[">x</s:rule>', 'line 2: the context'],
    ['<s:rule context="a"><s:assert id="a" role="fatal" test="1"/></s:rule>', 'the role "fatal"'],
    ['<s:rule context="a"><s:assert id="a" role="error" test="1" diagnostics="no"/></s:rule>', 'the advice'],
    ['<s:rule context="z:a"/>', 'prefix of z:a'],
  ])('is refused with its name: %s', (rule, why) => {
    expect(() => rules(file(rule))).toThrow(why);
    expect(() => rules(file(rule))).toThrow('all.sch');
  });

  it('with a faulty expression names the rule', () => {
    const text = file(`<s:rule context="a">${assert('count(')}</s:rule>`);
    expect(() => run(text, '<a/>')).toThrow('all.sch, a: "count("');
  });
});

describe('the delivered rules', () => {
  const texts = loadDeliveredRules().rules.flatMap(({ tests }) =>
    tests.map(({ id, texts }) => ({ id, ...texts })),
  );
  const selects = (parts: readonly TextPart[]) =>
    parts.flatMap((part) => (typeof part === 'string' ? [] : [part.select])).sort();
  const written = (parts: readonly TextPart[]) =>
    parts.map((part) => (typeof part === 'string' ? part : '…')).join('');

  it.each(texts)('say of $id the same values in Dutch as in English', ({ en, nl }) => {
    for (const part of ['message', 'advice'] as const) {
      expect(selects(nl[part])).toEqual(selects(en[part]));
      expect(written(nl[part])).not.toBe(written(en[part]));
    }
  });

  it.each(['message', 'advice'] as const)('say one thing in one way: %s', (part) => {
    const pairs = texts.map(({ en, nl }) => [written(en[part]), written(nl[part])] as const);
    for (const [en, nl] of pairs) {
      const ofEnglish = new Set(pairs.filter(([other]) => other === en).map(([, text]) => text));
      const ofDutch = new Set(pairs.filter(([, other]) => other === nl).map(([text]) => text));
      expect([...ofEnglish], en).toEqual([nl]);
      expect([...ofDutch], nl).toEqual([en]);
    }
  });
});
