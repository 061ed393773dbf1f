import { describe, expect, it } from 'vitest';
import { BaseUrlError, parseBaseUrl } from './base-url.ts';

describe('the address of the exchange', () => {
  it('is https with a path before every operation', () => {
    expect(parseBaseUrl('https://exchange.example/test/')).toEqual({
      origin: 'https://exchange.example',
      prefix: '/test',
      loopback: false,
    });
    expect(parseBaseUrl('https://exchange.example').prefix).toBe('');
  });

  it.each(['http://127.0.0.1:8080', 'http://127.8.9.1', 'http://localhost:1', 'http://[::1]:2'])(
    'may be plain http on loopback: %s',
    (url) => {
      expect(parseBaseUrl(url).loopback).toBe(true);
    },
  );

  it.each([
    'http://exchange.example',
    'http://10.0.0.1',
    'http://127.0.0.1.example',
    'http://localhost.example',
  ])('is refused with plain http elsewhere: %s', (url) => {
    expect(() => parseBaseUrl(url)).toThrow(BaseUrlError);
    expect(() => parseBaseUrl(url)).toThrow(/is not https.*Write https:\/\//);
  });

  it('holds no credentials, and the error does not repeat them', () => {
    const read = () => parseBaseUrl('https://user:hunter2@exchange.example');
    expect(read).toThrow(expect.objectContaining({ code: 'exchange-url-credentials' }));
    expect(read).toThrow(expect.not.stringContaining('hunter2'));
  });
});
