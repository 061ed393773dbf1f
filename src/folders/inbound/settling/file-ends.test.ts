import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkXmlCompleteness } from '../../../tree/xml/xml-ends.ts';
import { localFileStore } from '../../local/local-file-store.ts';
import { temporaryFolder } from '../../testkit/folder.ts';
import { explainUnfinished, readFileEnds } from './file-ends.ts';

describe('both ends of a file', () => {
  async function of(bytes: Buffer) {
    const path = join(await temporaryFolder(), 'order.xml');
    await writeFile(path, bytes);
    return checkXmlCompleteness(await readFileEnds(localFileStore, path, bytes.length));
  }

  it('looks at both ends of a large file', async () => {
    const body = '<Line>1</Line>'.repeat(20_000);
    expect(await of(Buffer.from(`<Order>${body}</Order>`))).toBe('complete');
    expect(await of(Buffer.from(`<Order>${body}`))).toBe('unfinished');
    expect(await of(Buffer.from(`<Order>${body}</Order>`, 'utf16le'))).toBe('complete');
    expect(await of(Buffer.from(`x<Order>${body}</Order>`, 'utf16le').subarray(1))).toBe('unfinished');
  });

  it('does not take the end of an inner self-closed element far from the start for the root', async () => {
    expect(await of(Buffer.from(`<Order>${'<Line>1</Line>'.repeat(2_000)}<Order/>`))).toBe('unfinished');
  });

  it('sees the root behind a long comment', async () => {
    expect(await of(Buffer.from(`<!-- ${'licence '.repeat(2_000)} --><Order><a/></Order>`))).toBe('complete');
  });

  it.each([
    ['half of it', Buffer.from('<Order>'), 'it is not written to its end'],
    ['half of it in UTF-16', Buffer.from('<Order>', 'utf16le'), 'it is not written to its end'],
    ['nothing', Buffer.alloc(0), 'it is empty, its writer has not begun'],
    [
      'all of it, and a megabyte of zeros',
      Buffer.from(`<Order/>${'\0'.repeat(1_000_000)}`),
      'it ends in zeros (NUL)',
    ],
  ])('says why a file is not taken that has %s', async (_, bytes, why) => {
    const path = join(await temporaryFolder(), 'order.xml');
    await writeFile(path, bytes);
    const ends = await readFileEnds(localFileStore, path, bytes.length);
    expect(explainUnfinished(checkXmlCompleteness(ends), ends).en).toContain(why);
  });

  it('takes a file of no bytes as empty', async () => expect(await of(Buffer.alloc(0))).toBe('empty'));
});
