import { describe, expect, it } from 'vitest';
import { HostKeyEditor } from './sftp-host-keys.ts';

const key = `SHA256:${'A'.repeat(43)}`;
const old = `SHA256:${'B'.repeat(43)}`;
const around = { environment: { HOST: 'files.example' }, folder: '.' };
const keysIn = (text: string, port = 22) => new HostKeyEditor(text, { host: 'files.example', port }, around);

describe('HostKeys', () => {
  it.each([
    [
      'adds a line below host, with its comment',
      'sftp:\n  # the partner\n  host: files.example   # in Essen\n  user: erp\n',
      `sftp:\n  # the partner\n  host: files.example   # in Essen\n  hostKey: "${key}"\n  user: erp\n`,
    ],
    [
      'keeps a missing last line end',
      'sftp:\n  host: files.example',
      `sftp:\n  host: files.example\n  hostKey: "${key}"`,
    ],
    [
      'keeps CRLF',
      'sftp:\r\n  host: files.example\r\n',
      `sftp:\r\n  host: files.example\r\n  hostKey: "${key}"\r\n`,
    ],
    [
      'puts it beside host in braces',
      'from: { sftp: { host: "files.example", user: erp } }\n',
      `from: { sftp: { host: "files.example", hostKey: "${key}", user: erp } }\n`,
    ],
    [
      'replaces another one',
      `sftp:\n  host: files.example\n  hostKey: '${old}' # of 2024\n`,
      `sftp:\n  host: files.example\n  hostKey: "${key}" # of 2024\n`,
    ],
    [
      'fills an empty one',
      'sftp:\n  hostKey:\n  host: files.example\n',
      `sftp:\n  hostKey: "${key}"\n  host: files.example\n`,
    ],
    [
      'knows a host from the environment',
      'sftp: { host: "${HOST}" }\n',
      `sftp: { host: "\${HOST}", hostKey: "${key}" }\n`,
    ],
  ])('%s', (_, before, after) => expect(keysIn(before).withHostKey(key)).toBe(after));

  it('changes every place of that server and port, and no other', () => {
    const channel = (name: string, host: string, port: string) =>
      `${name}:\n  from:\n    sftp:\n      host: ${host}\n${port}      folder: in\n`;
    const text = [
      channel('a', 'files.example', ''),
      channel('b', 'other.example', ''),
      channel('c', 'FILES.example', '      port: 2222\n'),
      channel('d', 'files.example', '      port: 22\n'),
    ].join('');
    expect(
      keysIn(text)
        .withHostKey(key)
        ?.match(/hostKey/g),
    ).toHaveLength(2);
    expect(
      keysIn(text, 2222)
        .withHostKey(key)
        ?.match(/hostKey/g),
    ).toHaveLength(1);
    expect(keysIn(text).entries.map(({ line }) => line)).toEqual([4, 20]);
  });

  it('tells the fingerprint and the algorithms that are there', () => {
    const text = `sftp: { host: files.example, hostKey: "${old}", algorithms: { serverHostKey: [ssh-rsa] } }`;
    expect(keysIn(text).entries).toEqual([
      { line: 1, hostKey: old, algorithms: { serverHostKey: ['ssh-rsa'] } },
    ]);
  });

  it.each([
    ['names no such server', 'sftp: { host: other.example }'],
    ['is no YAML', 'sftp: { host: files.example'],
    [
      'has its keys where no line fits',
      '- sftp:\n  - {}\n- ? a\n  : sftp: !!map\n      ? host\n      : files.example\n',
    ],
  ])('leaves a text alone that %s', (_, text) => expect(keysIn(text).withHostKey(key)).toBeUndefined());
});
