import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../config/load/load-config.ts';
import { findWrittenFolders, keepOutermost } from './service-site.ts';

const site = resolve('/srv/site');
const at = (...names: readonly string[]): string => join(site, ...names);

/** The places of a config with these lines below `channels:` and in front of them. */
function places(channels: string, more = ''): ReturnType<typeof findWrittenFolders> {
  const text = `exchange:
  baseUrl: https://exchange.test
  companyId: 5f0c3b1e-7d2a-4e69-9b48-1c6a8f30d752
  auth: { email: gateway@erp.test, password: "\${PASSWORD}" }
${more}
channels:
${channels}`;
  const { config, findings } = parseConfig(text, at('gateway.yaml'), { PASSWORD: 'x', SFTP: 'x' });
  if (!config) throw new Error(JSON.stringify(findings));
  return findWrittenFolders(config);
}

const inbound = (from: string): string =>
  `  orders: { from: { ${from} }, document: scsn/Order, to: { exchange: sci-connector/order } }`;

describe('where a gateway writes', () => {
  it('is the folder of its journal, and those of its channels', () => {
    expect(
      places(
        `${inbound('folder: erp/out')}
  responses:
    as: buyer
    from: { webhook: /events }
    map: order-to-order-response
    document: scsn/OrderResponse
    to: { folder: erp/in }`,
        'http: { webhook: { listen: 127.0.0.1:8443, auth: { bearer: "${PASSWORD}" } } }',
      ),
    ).toEqual({ needed: [at('data')], folders: [at('erp', 'in'), at('erp', 'out')], lowPort: false });
  });

  it('is nothing for a journal in PostgreSQL and a folder on an SFTP server, but for its reports', () => {
    const hostKey = `SHA256:${'A'.repeat(43)}`;
    const from = `sftp: { host: files.test, user: u, password: "\${SFTP}", hostKey: "${hostKey}", folder: /out }, work: /work, reports: reports`;
    const { needed, folders } = places(inbound(from), 'journal: { postgres: "postgres://db.test/gateway" }');
    expect({ needed, folders }).toEqual({ needed: [], folders: [at('reports')] });
  });

  it('is one folder where files are renamed from one into another', () => {
    const { folders } = places(inbound('folder: erp/out/orders, work: erp/work, reports: reports'));
    expect(folders).toEqual([at('erp'), at('reports')]);
  });

  it('is the folder of mappings too, where the pages publish into it', () => {
    const folders = (more: string) => places(inbound('folder: out'), `mappings: own\n${more}`).folders;
    const pages = 'http: { operator: { listen: 127.0.0.1:8080 } }';
    expect(folders(pages)).toEqual([at('out'), at('own')].toSorted());
    expect(folders(`${pages}\nworkbench: readOnly`)).toEqual([at('out')]);
    expect(folders('')).toEqual([at('out')]);
  });

  it('tells of a port that wants a right of its own', () => {
    const listens = (address: string) => `http: { operator: { listen: "${address}" } }`;
    expect(places(inbound('folder: out'), listens('[::1]:443')).lowPort).toBe(true);
    expect(places(inbound('folder: out'), listens('127.0.0.1:0')).lowPort).toBe(false);
  });
});

it('folders in others are left out', () => {
  const [erp, inside, beside] = [at('erp'), at('erp', 'in'), at('erp-old')];
  expect(keepOutermost([inside, erp, beside, erp])).toEqual([erp, beside]);
});
