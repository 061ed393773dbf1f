import { describe, expect, it } from 'vitest';
import { RowLexer } from './lexer.ts';

function lexed(text: string, quote: string | undefined = '"', separator = ';') {
  const lexer = new RowLexer(Buffer.from(text), { separator, ...(quote === undefined ? {} : { quote }) });
  const rows: string[] = [];
  while (lexer.next()) {
    const fields = Array.from({ length: lexer.count }, (_, n) => text.slice(lexer.from(n), lexer.to(n)));
    rows.push(`${lexer.line === lexer.row ? '' : `${lexer.row}@`}${lexer.line}: ${fields.join('|')}`);
  }
  const { fault } = lexer;
  return fault === undefined ? rows : [...rows, `${fault.kind} ${fault.line}:${fault.column}`];
}

describe('RowLexer', () => {
  it.each([
    ['a;b\r\nc;d\r\n', ['1: a|b', '2: c|d']],
    ['a;b\nc;d', ['1: a|b', '2: c|d']],
    ['a\rb\nc\r\nd', ['1: a', '2: b', '3: c', '4: d']],
    ['a\n\n\r\n\rb', ['1: a', '5: b']],
    ['a;;b;', ['1: a||b|']],
    [';', ['1: |']],
    ['', []],
    ['\n\n', []],
    ['"a;b";c', ['1: a;b|c']],
    ['"a\r\nb";c\nd', ['1: a\r\nb|c', '2@3: d']],
    ['5" pipe;x"y"', ['1: 5" pipe|x"y"']],
    ['"5"" pipe";x', ['1: 5"" pipe|x']],
    ['"";x', ['1: |x']],
    ['"a" ;b', ['1: a|b']],
    [' "a;b"', ['1:  "a|b"']],
  ])('%j', (text, rows) => {
    expect(lexed(text)).toEqual(rows);
  });

  it.each([
    ['a;b\nc;"d\ne;f\n', ['1: a|b', 'unclosed 2:3']],
    ['a;"b"c;d', ['junk 1:6']],
    ['x\n"a\nb"c', ['1: x', 'junk 3:3']],
    ['a;b\nc\0;d', ['1: a|b', 'nul 2:2']],
    ['"a\0"', ['unclosed 1:1']],
    ['"a"\0', ['nul 1:4']],
  ])('%j ends where it cannot be told how it goes on', (text, rows) => {
    expect(lexed(text)).toEqual(rows);
  });

  it('takes quotes as data where there are none', () => {
    const lexer = new RowLexer(Buffer.from('"a;b'), { separator: ';' });
    expect(lexer.next()).toBe(true);
    expect(lexer.count).toBe(2);
  });

  it('says which fields are quoted, which rows blank, and where things stand', () => {
    const lexer = new RowLexer(Buffer.from('; ;\n"";x\n"a\nb";c'), { separator: ';', quote: '"' });
    lexer.next();
    expect(lexer.isLeftOut()).toBe(true);
    lexer.next();
    expect([lexer.isLeftOut(), lexer.isQuoted(0), lexer.isQuoted(1)]).toEqual([false, true, false]);
    lexer.next();
    expect(lexer.place(lexer.from(1))).toEqual({ offset: 15, line: 4, column: 4 });
    expect([lexer.start, lexer.end, lexer.next()]).toEqual([9, 16, false]);
  });

  it('reads UTF-16 units as it reads bytes', () => {
    const units = Uint16Array.from('ł;"€;"\n1', (character) => character.charCodeAt(0));
    const lexer = new RowLexer(units, { separator: ';', quote: '"' }, { line: 7, row: 5 });
    lexer.next();
    expect([lexer.line, lexer.row, lexer.count, lexer.from(1), lexer.to(1)]).toEqual([7, 5, 2, 3, 5]);
  });
});
