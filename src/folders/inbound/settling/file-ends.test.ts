import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkXmlCompleteness } from '../../../tree/xml/xml-ends.ts';
import { localFileStore } from '../../local/local-file-store.ts';
import { temporaryFolder } from '../../testkit/folder.ts';
import { readFileEnds } from './file-ends.ts';

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

  it('takes a file of no bytes as empty', async () => expect(await of(Buffer.alloc(0))).toBe('empty'));
});
