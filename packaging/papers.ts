import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { licencePage, licencesOf } from './licences.ts';
import { packagesOf, readLock } from './packages.ts';
import { billOfMaterials } from './sbom.ts';

/** `npm run licences`: what a checkout brings along, as `release/LICENCES.txt` and `release/sbom.cdx.json`. */

const root = fileURLToPath(new URL('..', import.meta.url));
const lock = readLock(join(root, 'package-lock.json'));
const packages = licencesOf(root, packagesOf(lock));
const into = join(root, 'release');
mkdirSync(into, { recursive: true });
writeFileSync(join(into, 'LICENCES.txt'), licencePage(packages));
writeFileSync(join(into, 'sbom.cdx.json'), billOfMaterials(lock.packages['']?.version ?? '', packages));
console.log(`${packages.length} packages; release/LICENCES.txt and release/sbom.cdx.json`);
