import { expect, it } from 'vitest';
import { cutSample, sampleLimits } from './cut-sample.ts';

it('keeps the first lines of a long file, and all of what is no file of lines', () => {
  const long = Buffer.from('a;b\n'.repeat(5000));
  const { bytes, ...rest } = cutSample(long);
  expect(rest).toEqual({ lines: 5000, isCut: true });
  expect(Buffer.from(bytes).toString()).toBe('a;b\n'.repeat(sampleLimits.lines));
  expect(cutSample(Buffer.from('a;b\nc;d'))).toMatchObject({ lines: 2, isCut: false });
  const xml = Buffer.from(`<a>${'\n<b/>'.repeat(5000)}</a>`);
  expect(cutSample(xml)).toMatchObject({ isCut: false, bytes: xml });
  const segments = Buffer.from(`UNB+UNOC:3+A+B+261126:1200+1'\n${"FTX+AAI+++x'\n".repeat(5000)}UNZ+1+1'\n`);
  expect(cutSample(segments)).toMatchObject({ isCut: false, bytes: segments });
});
