import { expect, it } from 'vitest';
import { Secrets } from './secrets.ts';

const bytes = (text: string) => Buffer.from(text, 'utf8');

it('takes every secret out, tokens and credentials', () => {
  const secrets = new Secrets('dXNlcjpw', 'wørd');
  secrets.add('token-1');
  const clean = secrets.redact(bytes('Basic dXNlcjpw, wørd, Bearer token-1, größe'));
  expect(Buffer.from(clean).toString('utf8')).toBe('Basic [redacted], [redacted], Bearer [redacted], größe');
});

it('takes the longer secret out before one that is part of it', () => {
  const secrets = new Secrets('abcd', 'abcdef');
  expect(Buffer.from(secrets.redact(bytes('abcdef'))).toString()).toBe('[redacted]');
});

it('leaves text alone that a very short password happens to stand in', () => {
  expect(Buffer.from(new Secrets('e').redact(bytes('refused'))).toString()).toBe('refused');
});

it('leaves bytes of any encoding as they are', () => {
  const latin1 = Uint8Array.of(0xe9, 0x00, 0xff, 0x41);
  expect(new Secrets('').redact(latin1)).toBe(latin1);
});

it('still knows the tokens before the last one', () => {
  const secrets = new Secrets();
  for (let n = 0; n < 10; n += 1) secrets.add(`token-${n}.`);
  expect(Buffer.from(secrets.redact(bytes('token-3. token-9.'))).toString()).toBe('[redacted] [redacted]');
});
