import { describe, expect, it } from 'vitest';
import { advice } from './alarm-advice.ts';

/** Both languages say the same: the same commands, keys and folders, in as many sentences. */

const named = (text: string): readonly string[] =>
  [...text.matchAll(/`[^`]+`|\b\w+\/|\b[A-Z]{2,}|\b\d+\b|\w+\.(?:csv|yaml)/g)].map(([name]) => name).sort();

const sentences = (text: string): number => text.replace(/`[^`]+`/g, '').split(/[.:;](?= |$)/).length;

describe.each(Object.entries(advice))('the advice on %s', (_, { title, over, todo, onPages = todo }) => {
  it('is in two languages, which say the same', () => {
    for (const { en, nl } of [title, over, todo, onPages]) {
      expect(nl).not.toBe(en);
      expect(named(nl)).toEqual(named(en));
      expect(sentences(nl)).toBe(sentences(en));
    }
  });

  it('has whole commands alone', () => {
    expect(todo.en.match(/`gateway [^`]*[|…][^`]*`/g)).toBeNull();
  });
});
