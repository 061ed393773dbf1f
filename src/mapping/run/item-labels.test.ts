import { expect, it } from 'vitest';
import { exponentOf, linear } from '../../../test/kit/exponent.ts';
import { parseXmlTree } from '../../tree/xml/parse-xml.ts';
import { renderItemLabels } from './item-labels.ts';

/** Three elements of the name, with others between them. */
function three(name: string) {
  const { tree } = parseXmlTree(`<a><${name}/><b/><${name}/><b/><${name}/></a>`);
  if (tree === undefined) throw new Error('it cannot be read');
  return tree.root.childNodes.filter((node) => node.nodeType === 1 && node.localName === name);
}

it.each([
  ['OrderLine', 'order line 3', 'orderregel 3'],
  ['gLIN', 'order line 3', 'orderregel 3'],
  ['E1EDP01', 'order line 3', 'orderregel 3'],
  ['gSCC', 'SCC 3', 'SCC 3'],
  ['FTX', 'FTX 3', 'FTX 3'],
  ['chargeGroups', 'charge groups 3', 'charge groups 3'],
])('an item %s is called %s', (name, english, dutch) => {
  const nodes = three(name);
  expect(renderItemLabels('', nodes, 'en')[2]).toBe(english);
  expect(renderItemLabels('', nodes, 'nl')[2]).toBe(dutch);
  expect(renderItemLabels('order line 1', nodes, 'en')[2]).toBe(`order line 1, ${english}`);
});

it('some of the elements beside each other keep the numbers that they have there', () => {
  const [, second, third] = three('OrderLine');
  expect(
    renderItemLabels(
      '',
      [third, second].filter((node) => node !== undefined),
      'en',
    ),
  ).toEqual(['order line 3', 'order line 2']);
});

it('elements of several parents are counted among themselves', () => {
  const nodes = [...three('OrderLine').slice(1), ...three('OrderLine').slice(0, 1)];
  expect(renderItemLabels('', nodes, 'en')).toEqual(['order line 1', 'order line 2', 'order line 3']);
});

it('one of many elements beside each other is called in time that does not grow with their number', () => {
  const exponent = exponentOf(1000, (count) => {
    const { tree } = parseXmlTree(`<a>${'<OrderLine/>'.repeat(count)}</a>`);
    const lines = tree?.root.childNodes ?? [];
    return () => expect(lines.flatMap((line) => renderItemLabels('', [line], 'en'))).toHaveLength(count);
  });
  expect(exponent).toBeLessThanOrEqual(linear);
});
