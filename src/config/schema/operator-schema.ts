import { z } from 'zod';
import { isNetwork } from '../networks.ts';
import { text } from './setting-types.ts';

export const listenAddress = z
  .string()
  .regex(/^(\[[0-9a-fA-F:]+\]|[^:[\]]+):\d{1,5}$/, 'an address and a port, such as 127.0.0.1:8080')
  .describe('Address and port to listen on.');

export const certificateFiles = z.strictObject({
  cert: text.describe('PEM file of the certificate, with its chain.'),
  key: text.describe('PEM file of its private key.'),
});

export const networkText = z.string().refine(isNetwork, 'an address, or a network such as 203.0.113.0/24');

/** Pages, health and numbers. */
export const operatorSchema = z.strictObject({
  listen: listenAddress,
  url: z
    .url({ protocol: /^https?$/, message: 'an address, such as https://erp-1.example/gateway/' })
    .optional()
    .describe(
      'Address of the pages as browsers see it, with the path that a proxy puts before it. Without it: `listen`.',
    ),
  tls: certificateFiles
    .optional()
    .describe('PEM files; without it, plain HTTP on loopback or behind a proxy.'),
  proxies: z
    .array(networkText)
    .default([])
    .describe(
      'Addresses of the proxies in front. Theirs alone are believed when they say from where somebody calls.',
    ),
});

export type OperatorSettings = z.output<typeof operatorSchema>;
export type CertificateFiles = z.output<typeof certificateFiles>;
