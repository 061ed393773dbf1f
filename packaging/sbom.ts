import type { Licensed } from './licences.ts';

/** Another program that lies beside, such as Node. */
export interface Program {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
}

/** A bill of materials in CycloneDX 1.6 (JSON). No time and no serial number: the same packages give the same bytes. */
export function billOfMaterials(
  version: string,
  packages: readonly Licensed[],
  programs: readonly Program[] = [],
): string {
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': 'scsn-gateway', name: 'scsn-gateway', version },
    },
    components: [
      ...programs.map((one) => component('application', one)),
      ...packages.map((one) => ({
        ...component('library', one),
        licenses: [{ license: { id: one.licence } }],
      })),
    ],
  };
  return `${JSON.stringify(bill, undefined, 2)}\n`;
}

interface Part {
  readonly name: string;
  readonly version: string;
  readonly integrity: string | undefined;
  readonly path?: string;
}

function component(type: string, { name, version, integrity, path }: Part): object {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return { type, 'bom-ref': path ?? purl, name, version, purl, ...hashes(integrity) };
}

function hashes(integrity = ''): object {
  const [algorithm, value = ''] = integrity.split('-', 2);
  if (algorithm !== 'sha512') return {};
  const content = Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex');
  return value === '' ? {} : { hashes: [{ alg: 'SHA-512', content }] };
}
