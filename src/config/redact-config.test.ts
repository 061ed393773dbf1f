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

it('a secret webhook path, and a config that is no YAML, are not shown', () => {
  const open =
    'http: { webhook: { auth: { addresses: [1.2.3.4] } } }\nchannels: { a: { from: { webhook: /hunter2 } } }\n';
  expect(redactConfig(open)).not.toContain('hunter2');
  expect(redactConfig('password: [hunter2')).not.toContain('hunter2');
});
