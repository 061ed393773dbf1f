import { describe, expect, it } from 'vitest';
import { checkOverrides } from './check-overrides.ts';
import { renderProblem } from './mapping-problem.ts';
import { parseYaml, type YamlMap } from './mapping-yaml.ts';

const map = (text: string): YamlMap => {
  const { value } = parseYaml(text);
  if (value?.kind !== 'map') throw new Error(`no map: ${text}`);
  return value;
};

const delivered = map(`
variables: { sellerNumber: cbc:ID, account: "$sellerNumber" }
stop:
  - { when: "true()", as: parked, code: supplier-unknown, say: x }
target: { order: { terms: { incoterms: cbc:ID } } }
`);

const said = (own: string): readonly string[] =>
  checkOverrides(delivered, map(own))
    .map((one) => renderProblem(one))
    .map(({ line, message, advice }) => `${line} ${message} ${advice}`);

describe('an override that hits nothing', () => {
  it.each([
    [
      'variables: { selerNumber: cbc:ID }',
      '1 The delivered mapping has no variable selerNumber, and nothing here uses it. Did you mean "sellerNumber"?',
    ],
    [
      'stop: [ { code: suplier-unknown, $remove: true } ]',
      '1 The delivered mapping has no clause with the code suplier-unknown to remove. Did you mean "supplier-unknown"?',
    ],
    [
      'stop: [ { when: "true()", as: parked, code: supplier-unknow, say: y } ]',
      '1 The delivered mapping has no clause with the code supplier-unknow. Did you mean "supplier-unknown"? A clause of your own needs another name.',
    ],
    [
      'target: { order: { terms: { incoterm: { $remove: true } } } }',
      '1 The delivered mapping has no incoterm here to remove. Did you mean "incoterms"?',
    ],
    [
      'target: { header: { terms: { $remove: true } } }',
      '1 The delivered mapping has no terms here to remove. There are no names here.',
    ],
  ])('%s', (own, words) => expect(said(own)).toEqual([words]));

  it('is not one that hits, nor what is new', () => {
    expect(said('variables: { sellerNumber: cbc:Note }')).toEqual([]);
    expect(
      said('variables: { mine: cbc:Note }\ntarget: { order: { description: "concat($mine, 1)" } }'),
    ).toEqual([]);
    expect(said('stop: [ { when: "true()", as: parked, code: our-own, say: y } ]')).toEqual([]);
    expect(said('target: { order: { terms: { incoterms: { $remove: true } } } }')).toEqual([]);
  });

  it('a longer name that begins like the variable is no use of it', () => {
    expect(said('variables: { mine: cbc:Note }\ntarget: { order: { description: "$mine2" } }')).toHaveLength(
      1,
    );
  });
});
