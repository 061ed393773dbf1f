import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listRequired } from '../../test/kit/json-schema.ts';
import { type ConfigSentenceName, configCodeOf } from './config-sentences.ts';
import { explainFixedSeverity } from './lint/fixed-severities.ts';
import { parseConfig } from './load/load-config.ts';
import { configJsonSchema } from './schema/config-json-schema.ts';
import * as en from './words/en.ts';
import { nl } from './words/nl.ts';

const holes = (text: string) => [...new Set(text.match(/(?<!\$)\{\w+\}/g))].sort();

describe('what is said of a config', () => {
  it.each(Object.keys(en.sentences) as ConfigSentenceName[])(
    '%s has a code, and the same values in Dutch',
    (sentence) => {
      expect(configCodeOf(sentence)).toMatch(/^config-/);
      for (const [at, text] of en.sentences[sentence].entries()) {
        const dutch = nl.sentences[sentence][at] ?? '';
        expect(holes(dutch)).toEqual(holes(text));
        if (text !== '{todo}') expect(dutch).not.toBe(text);
      }
    },
  );

  it('has Dutch for every setting that must be there, and for what a setting must be', () => {
    const sources = ['config-schema', 'setting-types', 'folder-schema', 'alarm-schema'].map((name) =>
      readFileSync(new URL(`./schema/${name}.ts`, import.meta.url), 'utf8'),
    );
    const wanted = sources.flatMap((text) =>
      [...text.matchAll(/(?:\$?\/,\s+|isNetwork, |message: |startsWith\('\/', )'([^']+)'/g)].map(
        ([, words = '']) => words,
      ),
    );
    expect(wanted.length).toBeGreaterThan(8);
    const texts = [...listRequired(configJsonSchema()), ...wanted.filter((words) => words !== 'missing')];
    expect(texts.filter((text) => nl.schema[text] === undefined)).toEqual([]);
  });

  it('is Dutch where the config says so, or who asks', () => {
    const text = 'language: nl\nchannels: {}\nexchnage: {}\n';
    const told = (language?: 'en') =>
      parseConfig(text, '/x/gateway.yaml', {}, language).findings.map(
        ({ message, advice }) => `${message} ${advice}`,
      );
    expect(told()).toContain('`exchange` ontbreekt. De orderexchange en ons account daar.');
    expect(told()).toContain('`exchnage` is hier niet bekend. Is `exchange` bedoeld?');
    expect(told('en')).toContain('`exchange` is missing. The order exchange and our account there.');
  });

  it('of a severity is said on the command line too', () => {
    expect(explainFixedSeverity('gln-chek-digit')).toEqual({
      message: 'There is no rule `gln-chek-digit`.',
      advice: 'Did you mean `gln-check-digit`?',
    });
    expect(explainFixedSeverity('decimal-comma', 'nl')?.message).toContain('kan niet worden veranderd');
    expect(explainFixedSeverity('gln-check-digit')).toBeUndefined();
    expect(explainFixedSeverity('row-again')).toBeUndefined();
    expect(explainFixedSeverity('text-encoding-mark')).toBeUndefined();
    expect(explainFixedSeverity('row-disagrees')?.message).toContain('cannot be changed');
  });
});
