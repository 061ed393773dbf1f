import { expect, it } from 'vitest';
import { isLoopbackHost, parseListenAddress } from './network-address.ts';

it.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.9.8.7', '::1', '[::1]'])(
  '%s is this machine',
  (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  },
);

it.each(['127.0.0.1.nip.example', '127.1', '0.0.0.0', '::', '10.0.0.1', 'localhost.example', ''])(
  '%s is not known to be this machine',
  (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  },
);

it.each([
  ['127.0.0.1:8443', '127.0.0.1', 8443],
  ['[::1]:0', '::1', 0],
  ['gateway.example:80', 'gateway.example', 80],
])('%s has a host and a port', (where, host, port) => {
  expect(parseListenAddress(where)).toEqual({ host, port });
});
