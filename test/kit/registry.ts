import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { z } from 'zod';

const manifest = z.looseObject({ name: z.string(), version: z.string() });

/**
 * A registry of npm on loopback that has one package; of all others it sends to the real one. From a file npm would install
 * the package without its shrinkwrap: it heeds that only where a registry says that there is one.
 */
export async function registryWith(
  tarball: string,
  packageJson: string,
  others: string,
): Promise<{ readonly url: string; readonly close: () => void }> {
  const about = manifest.parse(JSON.parse(readFileSync(packageJson, 'utf8')));
  const bytes = readFileSync(tarball);
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path === `/${about.name}`) response.end(JSON.stringify(packument(about, bytes, urlOf(server))));
    else if (path === `/${about.name}.tgz`) response.end(bytes);
    else response.writeHead(302, { location: new URL(path.slice(1), others).href }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: urlOf(server), close: () => void server.close() };
}

function urlOf(server: Server): string {
  const address = server.address();
  return `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}/`;
}

function packument(about: z.output<typeof manifest>, bytes: Buffer, url: string): object {
  const { name, version } = about;
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  const dist = { tarball: `${url}${name}.tgz`, integrity };
  return {
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { ...about, _hasShrinkwrap: true, dist } },
  };
}
