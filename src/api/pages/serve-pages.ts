import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import express, { type RequestHandler, type Response, Router } from 'express';

/** In the document that vite built; both are put in for each answer. */
const placeholders = { nonce: /__NONCE__/g, base: '__BASE__' };

/** Everything that the pages may do: their own scripts and styles, and calls to their own gateway. */
const policyOf = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    // the editor of the workbench writes its styles itself
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

/**
 * The built pages in `folder`. Whatever address is asked gets the one document, which then shows the page of that address; it is served
 * to everybody, since it holds nothing: what it shows comes from the API. `prefix`: the path before it at a proxy, with slashes around it.
 */
export function servePages(folder: string, prefix = '/'): Router {
  const document = readFileSync(join(folder, 'index.html'), 'utf8');
  const router = Router();
  const assets = express.static(join(folder, 'assets'), { immutable: true, maxAge: '1y', index: false });
  router.use('/assets', assets, (_request, response) => void response.status(404).end());
  router.get(/.*/, sendDocument(document, prefix));
  return router;
}

const sendDocument =
  (document: string, prefix: string): RequestHandler =>
  (_request, response) => {
    const nonce = randomBytes(16).toString('base64');
    setHeaders(response, nonce)
      .type('html')
      .send(document.replaceAll(placeholders.nonce, nonce).replace(placeholders.base, prefix));
  };

const setHeaders = (response: Response, nonce: string): Response =>
  response.set({
    'Content-Security-Policy': policyOf(nonce),
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  });
