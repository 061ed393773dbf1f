import { expect, it } from 'vitest';
import { pagesUrlOf, servesPages } from './operator-pages.ts';

const tls = { cert: 'a.pem', key: 'b.pem' };
const at = (listen: string, more: object = {}) => ({ listen, proxies: [], ...more });

it.each([
  [at('127.0.0.1:8080'), true],
  [at('[::1]:8080'), true],
  [at('0.0.0.0:8080'), false],
  [at('10.0.0.7:8080'), false],
  [at('0.0.0.0:8080', { tls }), true],
  [at('0.0.0.0:8080', { proxies: ['10.0.0.1'] }), true],
  [at('0.0.0.0:8080', { url: 'https://erp-1.example/' }), false],
])('%j has pages: %s', (settings, has) => {
  expect(servesPages(settings)).toBe(has);
});

it.each([
  [at('127.0.0.1:8080'), undefined, 'http://127.0.0.1:8080/'],
  [at('127.0.0.1:0'), 'http://127.0.0.1:40001', 'http://127.0.0.1:40001/'],
  [at('[::1]:8080'), undefined, 'http://[::1]:8080/'],
  [at('0.0.0.0:8443', { tls }), undefined, 'https://erp-1:8443/'],
  [at('0.0.0.0:1', { url: 'https://a.example/"><b>?c#d' }), undefined, 'https://a.example/%22%3E%3Cb%3E/'],
  [at('[::]:8443', { tls }), undefined, 'https://erp-1:8443/'],
  [at('0.0.0.0:1', { url: 'https://a.example/gateway' }), undefined, 'https://a.example/gateway/'],
])('%j is found at its address', (settings, listening, url) => {
  expect(pagesUrlOf(settings, 'erp-1', listening)).toBe(url);
});
