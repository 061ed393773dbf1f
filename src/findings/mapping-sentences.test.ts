import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { mappingCodes } from '../mapping/files/mapping-codes.ts';
import * as en from './en/mappings.ts';
import {
  buildMappingPhrase,
  joinAlternatives,
  type MappingPhraseName,
  type MappingSentenceName,
  renderMappingPhrase,
  renderMappingSentence,
} from './mapping-sentences.ts';
import { mappings as nl } from './nl/mappings.ts';

const holes = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();

const src = fileURLToPath(new URL('..', import.meta.url));
const sources = globSync(
  ['mapping/**/*.ts', 'tree/**/*.ts', 'findings/mapping-sentences.ts', 'findings/nearest-names.ts'],
  { cwd: src },
)
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => readFileSync(`${src}/${path}`, 'utf8'))
  .join('\n');

/** They are named by what they are about: `mapping-rule/${section}`. */
const composed = ['mapping-rule/from', 'mapping-rule/to'];

describe('what is said of mappings', () => {
  it.each(Object.keys(en.sentences) as MappingSentenceName[])(
    '%s is told somewhere, has a code, and the same values in Dutch',
    (sentence) => {
      expect(Object.keys(mappingCodes)).toContain(sentence.replace(/\/.*/, ''));
      if (!composed.includes(sentence)) expect(sources).toContain(`'${sentence}'`);
      for (const [at, text] of en.sentences[sentence].entries()) {
        const dutch = nl.sentences[sentence][at] ?? '';
        expect(holes(dutch)).toEqual(holes(text));
        if (text !== '{todo}') expect(dutch).not.toBe(text);
      }
    },
  );

  it.each(Object.keys(en.parts) as MappingPhraseName[])(
    'the part %s stands in a sentence, and has the same values in Dutch',
    (name) => {
      expect(sources).toContain(`'${name}'`);
      expect(holes(nl.parts[name])).toEqual(holes(en.parts[name]));
    },
  );

  it('has nothing in Dutch that is not in English', () => {
    expect(Object.keys(nl.sentences)).toEqual(Object.keys(en.sentences));
    expect(Object.keys(nl.parts)).toEqual(Object.keys(en.parts));
  });

  it('puts parts and hints into the language that is asked for', () => {
    const values = {
      where: joinAlternatives(['a', 'b', 'c']),
      name: 'd',
      todo: buildMappingPhrase('none-here', { what: buildMappingPhrase('names') }),
    };
    const said = {
      sentence: 'mapping-path/name',
      values,
      hints: [buildMappingPhrase('text-alone', { name: 'd' })],
    } as const;
    expect(renderMappingSentence(said)).toEqual({
      message: 'a or b or c has no d.',
      advice: 'For the text itself write { $text: d }. There are no names here.',
    });
    expect(renderMappingSentence(said, 'nl')).toEqual({
      message: 'a of b of c heeft geen d.',
      advice: 'Schrijf voor de tekst zelf { $text: d }. Er zijn hier geen namen.',
    });
    expect(renderMappingPhrase(buildMappingPhrase('takes', { name: 'f', least: '{least}' }), 'nl')).toBe(
      'f() heeft er {least} nodig.',
    );
  });
});
