import { describe, expect, it } from 'vitest';
import { listWords, Pseudonyms } from './pseudonyms.ts';

const names = new Pseudonyms('seed', ['Anna Bos, Kade 12, 4711']);

describe('pseudonyms', () => {
  it('are the same for the same, of its form, and of what is put together of it', () => {
    const other = names.pseudonymize('PO-4711');
    expect(other).toMatch(/^[A-Z]{2}-[1-9]\d{3}$/);
    expect(names.pseudonymize('see PO-4711.pdf')).toContain(other);
    expect(names.pseudonymize('PO')).toBe(other.slice(0, 2));
    expect(names.pseudonymize('ANNA bos')).toBe(
      names
        .pseudonymize('Anna Bos')
        .replace(/^\w+/, (name) => name.toUpperCase())
        .replace(/\w+$/, (name) => name.toLowerCase()),
    );
  });

  it('keep leading zeros, what is between words, schemes of addresses, and what is to be kept', () => {
    expect(names.pseudonymize('004711')).toBe(`00${names.pseudonymize('4711')}`);
    expect(names.pseudonymize('0.00 - 0')).toBe('0.00 - 0');
    expect(names.pseudonymize('https://x.example/A')).toMatch(/^https:\/\/\w\.\w{7}\/[A-Z]$/);
    expect(names.pseudonymize('Anna 4711', new Set(['4711']))).toMatch(/^[A-Z][a-z]{3} 4711$/);
    expect(names.pseudonymize('5f0c3b1e')).toMatch(/^[0-9a-f]{8}$/);
  });

  it('of short numbers are others of another document, and those of all else are not', () => {
    const [one, two] = ['message 1', 'message 2'].map((apart) => new Pseudonyms('seed', [], apart));
    expect(one?.pseudonymize('Ellersloot 4500017802')).toBe(two?.pseudonymize('Ellersloot 4500017802'));
    const numbers = Array.from({ length: 90 }, (_, n) => `${n + 10}`);
    const same = numbers.filter((number) => one?.pseudonymize(number) === two?.pseudonymize(number));
    expect(same.length).toBeLessThan(10);
    expect(one?.pseudonymize('12')).toBe(one?.pseudonymize('12'));
  });

  it('never give two the same, nor what stands in the documents', () => {
    const two = [...'abcdefghijklmnopqrstuvwxyz'];
    expect(new Set(two.map((letter) => names.pseudonymize(letter))).size).toBe(26);
    const all = Array.from({ length: 900 }, (_, n) => `${n + 100}`);
    const few = new Pseudonyms('seed', [all.slice(0, 100).join(' ')]);
    const made = all.slice(0, 100).map((number) => few.pseudonymize(number));
    expect(new Set(made).size).toBe(100);
    expect(made.filter((number) => Number(number) < 200)).toEqual([]);
  });

  it('keep a check digit right or false, and a UUID one', () => {
    const right = (digits: string): boolean =>
      [...digits].reverse().reduce((sum, digit, n) => sum + Number(digit) * (n % 2 === 0 ? 1 : 3), 0) % 10 ===
      0;
    const all = ['8719472000013', '08719472000013', '8719472000014', '340123450000000018'];
    expect(all.map((number) => right(names.pseudonymize(number)))).toEqual(all.map(right));
    expect(names.pseudonymize('08719472000013')).toBe(`0${names.pseudonymize('8719472000013')}`);
    const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
    expect(names.pseudonymize('deadbeef-cafe-4e69-9b48-aaaaaabbbbbb')).toMatch(uuid);
  });

  it('are others with another seed, and nobody reads the name in them', () => {
    expect(new Pseudonyms('other', []).pseudonymize('Anna Bos')).not.toBe(names.pseudonymize('Anna Bos'));
    expect(listWords(names.pseudonymize('Ërik Çelik 0012'))).toHaveLength(3);
    expect(names.pseudonymize('Ërik')).toMatch(/^[A-Z][a-z]{3}$/);
  });
});
