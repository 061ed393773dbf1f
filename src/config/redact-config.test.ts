import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { redactConfig } from './redact-config.ts';

it('a config without its secrets is still one, and says where they come from', () => {
  const text = `
# the old one was hunter2
exchange:
  baseUrl: https://user:hunter2@exchange.example/x?token=hunter2
  auth: { email: a@b.example, password: hunter2, passwrd: hunter2, wachtwoord: hunter2 } # hunter2
journal: { postgres: "postgres://gateway:hunter2@db/journal" }
http: { webhook: { listen: 0.0.0.0:8443, auth: { bearer: hunter2, basic: { user: u, password: "\${HOOK}" } }, tls: { cert: c.pem, key: k.pem } } }
alarms: { webhook: { url: https://hooks.example/services/hunter2 }, mail: { smtp: { password: "\${file:secrets/mail}" } } }
channels:
  orders: { from: { sftp: { host: h, passphrase: hunter2, privateKey: hunter2, hostKey: "SHA256:abc" } } }
`;
  const told = redactConfig(text);
  expect(told).not.toContain('hunter2');
  expect(parse(told)).toMatchObject({
    exchange: {
      baseUrl: 'https://[redacted]@exchange.example/x?[redacted]',
      auth: { email: 'a@b.example', password: '[redacted]' },
    },
    journal: { postgres: 'postgres://[redacted]@db/journal' },
    http: {
      webhook: { listen: '0.0.0.0:8443', auth: { basic: { password: '${HOOK}' } }, tls: { cert: 'c.pem' } },
    },
    alarms: {
      webhook: { url: 'https://hooks.example/[redacted]' },
      mail: { smtp: { password: '${file:secrets/mail}' } },
    },
    channels: { orders: { from: { sftp: { hostKey: 'SHA256:abc' } } } },
  });
});

it.each([
  ['a key that is misspelt', 'channels: { a: { from: { sftp: { host: h, pasword: hunter2 } } } }'],
  ['a key in another language', 'alarms: { mail: { smtp: { host: h, wachtwoord: hunter2 } } }'],
  ['a key of nobody', 'old: hunter2'],
  ['a number', 'exchange: { auth: { password: 20264711 } }'],
  ['a number of another kind', 'exchange: { auth: { password: 0x20264711 } }'],
  ['a text that is meant elsewhere', 'timeZone: &hidden hunter2\nexchange: { auth: { password: *hidden } }'],
  ['an address with a slash in it', 'journal: { postgres: "postgres://gw:hun/hunter2@db/j" }'],
  ['an address with an @ and a blank', 'journal: { postgres: "postgres://gw:p@ hunter2@db/j" }'],
  ['words of a connection', 'journal: { postgres: "host=db user=gw password = hunter2" }'],
  ['several lines', 'exchange:\n  auth:\n    password: |\n      hunter2\n      20264711\n'],
])('a secret is not shown in %s', (_, text) => {
  const told = redactConfig(text);
  expect(told).not.toMatch(/hunter2|20264711/);
  expect(told).toContain('[redacted]');
});

it('a secret webhook path, and a config that is no YAML, are not shown', () => {
  const open =
    'http: { webhook: { auth: { addresses: [1.2.3.4] } } }\nchannels: { a: { from: { webhook: /hunter2 } } }\n';
  expect(redactConfig(open)).not.toContain('hunter2');
  expect(redactConfig('password: [hunter2')).not.toContain('hunter2');
});
