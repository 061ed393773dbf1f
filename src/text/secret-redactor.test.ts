import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SecretRedactor } from './secret-redactor.ts';

const bytes = (text: string) => Buffer.from(text, 'utf8');

it('takes every secret out, tokens and credentials', () => {
  const secrets = new SecretRedactor('dXNlcjpw', 'wørd');
  secrets.add('token-1');
  const clean = secrets.redact(bytes('Basic dXNlcjpw, wørd, Bearer token-1, größe'));
  expect(Buffer.from(clean).toString('utf8')).toBe('Basic [redacted], [redacted], Bearer [redacted], größe');
});

it('takes the longer secret out before one that is part of it', () => {
  const secrets = new SecretRedactor('abcd', 'abcdef');
  expect(Buffer.from(secrets.redact(bytes('abcdef'))).toString()).toBe('[redacted]');
});

it('leaves text alone that a very short password happens to stand in', () => {
  expect(Buffer.from(new SecretRedactor('e').redact(bytes('refused'))).toString()).toBe('refused');
});

it('leaves bytes of any encoding as they are', () => {
  const latin1 = Uint8Array.of(0xe9, 0x00, 0xff, 0x41);
  expect(new SecretRedactor('').redact(latin1)).toBe(latin1);
});

it('still knows the tokens before the last one', () => {
  const secrets = new SecretRedactor();
  for (let n = 0; n < 10; n += 1) secrets.add(`token-${n}.`);
  expect(Buffer.from(secrets.redact(bytes('token-3. token-9.'))).toString()).toBe('[redacted] [redacted]');
});

describe('a secret that comes back in another form', () => {
  const secret = 'pä55/wörd+"&" -._~t0k3n';
  const secrets = new SecretRedactor(secret);
  const echo = (text: string): string => Buffer.from(secrets.redact(bytes(text))).toString();

  it.each([
    ['JSON', JSON.stringify({ was: secret })],
    ['an address', `https://exchange/?token=${encodeURIComponent(secret)}`],
    ['an address in small letters', encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase())],
    ['XML', '<was>pä55/wörd+&quot;&amp;&quot; -._~t0k3n</was>'],
    ['XML with numbers', '<was>pä55/wörd+&#34;&#38;&#34; -._~t0k3n</was>'],
    ['XML with numbers in hex', '<was>pä55/wörd+&#x22;&#x26;&#x22; -._~t0k3n</was>'],
    ['a form', `${new URLSearchParams({ was: secret })}`],
    ['JSON of ASCII alone', '"p\\u00e455/w\\u00f6rd+\\"&\\" -._~t0k3n"'],
    ['JSON for a web page', '"p\\u00E455/w\\u00F6rd\\u002B\\"\\u0026\\" -._~t0k3n"'],
    ['JSON with escaped slashes', JSON.stringify({ was: secret }).replaceAll('/', '\\/')],
  ])('in %s is not seen', (_, text) => {
    expect(echo(text)).toContain('[redacted]');
    expect(echo(text)).not.toContain('t0k3n');
  });

  it('in base64 is not seen, whatever stands around it', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.constantFrom('base64', 'base64url'), (before, after, form) => {
        const said = echo(bytes(before + secret + after).toString(form));
        const left = Buffer.from(said.replaceAll('[redacted]', '='), form).toString();
        expect(said).toContain('[redacted]');
        expect(left).not.toContain('5/w');
      }),
    );
  });

  const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
  it.each([
    ['hex', bytes(secret).toString('hex')],
    ['hex of capitals', bytes(secret).toString('hex').toUpperCase()],
    ['an address that was escaped twice', encodeURIComponent(encodeURIComponent(secret))],
    ['JSON in JSON', JSON.stringify(JSON.stringify({ was: secret }))],
    ['JSON with everything escaped', [...secret].map((c) => `\\u00${c.charCodeAt(0).toString(16)}`).join('')],
    ['an address with everything escaped', bytes(secret).toString('hex').replace(/../g, '%$&').toUpperCase()],
    ['XML of ASCII alone', 'p&#228;55/w&#246;rd+&#34;&#38;&#34; -._~t0k3n'],
    ['Latin-1', Buffer.from(secret, 'latin1')],
    ['UTF-16', utf16(secret)],
    ['UTF-16, the higher byte first', utf16(secret).swap16()],
  ])('in %s is taken out', (_, said) => {
    const clean = Buffer.from(secrets.redact(Buffer.from(said))).toString('latin1');
    expect(clean.replaceAll('\0', '')).toMatch(/^\S{0,12}\[redacted\]\S{0,8}$/);
  });

  it.each([
    ['\r\n', '\r\n'],
    ['line feeds', '\n'],
    ['JSON', '\\r\\n'],
    ['a mail', '=\r\n'],
    ['an address', '%0D%0A'],
    ['indented lines', '\n    '],
  ])('is taken out of base64 that stands over several lines: %s', (_, end) => {
    const token = Buffer.from(Array.from({ length: 300 }, (__, n) => (n * 37) % 256)).toString('base64url');
    const all = new SecretRedactor(token);
    const folded = (text: string): string => text.replace(/.{64}(?=.)/g, `$&${end}`);
    for (const said of [token, bytes(`Bearer ${token}`).toString('base64')]) {
      const clean = Buffer.from(all.redact(bytes(`before${end}${folded(said)}${end}behind`))).toString();
      expect(clean).toMatch(/^before[=\s]*\S{0,24}\[redacted\]\S{0,12}[=\s]*behind$/);
    }
    const innocent = `one${end}two${end}${folded('x'.repeat(200))}`;
    expect(Buffer.from(all.redact(bytes(innocent))).toString()).toBe(innocent);
  });

  it.each([
    [
      'a Bearer header in base64 in an address',
      (text: string) => encodeURIComponent(Buffer.from(text).toString('base64')),
    ],
    [
      'a Bearer header in base64 in JSON with escaped slashes',
      (text: string) => Buffer.from(text).toString('base64').replaceAll('/', '\\/'),
    ],
  ])('in %s is not seen', (_, form) => {
    const token = 'eyJhbGciOi.~~~???>>>/+.c2lnbmF0dXJl';
    const all = new SecretRedactor(token);
    for (const before of ['Bearer ', 'x Bearer ', 'xy Bearer '])
      expect(Buffer.from(all.redact(bytes(form(before + token)))).toString()).toMatch(
        /^\S{0,24}\[redacted\]\S{0,4}$/,
      );
  });

  it('of few characters does not take pieces of other base64 out', () => {
    const text = Buffer.from('orders of 2026 for the exchange').toString('base64');
    expect(Buffer.from(new SecretRedactor('2026').redact(bytes(text))).toString()).toBe(text);
  });
});
