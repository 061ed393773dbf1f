import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadWithoutSecrets, parseConfig } from './load/load-config.ts';
import { loadJournalSettings } from './load/load-journal-settings.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Nothing outside `journal` can be had. */
const others = `
exchange:
  baseUrl: "\${NOT_SET}"
  auth: { email: a@b, password: "\${file:not/there}" }
channels:
  orders:
    from: { sftp: { host: h, user: u, privateKey: "\${file:key}", passphrase: "\${NO_PASSPHRASE}", folder: /out } }
`;

function written(text: string): string {
  const path = join(folder, 'gateway.yaml');
  writeFileSync(path, text);
  return path;
}

describe("the journal's part of a config", () => {
  it('is read without the rest, from the folder of the file', async () => {
    const path = written(`journal: { sqlite: "\${FILE}" }\n${others}`);
    const { journal, findings } = await loadJournalSettings(path, { FILE: 'there/journal.db' });
    expect(findings).toEqual([]);
    expect(journal).toMatchObject({ sqlite: join(folder, 'there/journal.db') });
    const { journal: usual } = await loadJournalSettings(written(others), {});
    expect(usual).toMatchObject({ sqlite: join(folder, 'data/journal.db') });
  });

  it('brings what is seen of the channels in passing, right or wrong', async () => {
    const odd = '  odd: { document: 5, to: { exchange: [a], collected: { within: soon } } }\n  none:\n';
    const answers =
      '  answers: { document: scsn/OrderResponse, to: { folder: in, collected: { within: 4h } } }\n';
    const sent = '  sent: { document: scsn/Order, to: { exchange: sci-connector/order } }\n';
    const described =
      '  csv: { document: csv-order, map: [a, b], to: { exchange: api-connector/order } }\n' +
      '  ours: { as: buyer, document: acme, map: [order-to-order-response, to-acme], to: { folder: in } }\n' +
      '  goods: { as: buyer, document: acme, map: shipment-to-despatch-advice, to: { folder: in } }\n' +
      '  theirs: { as: supplier, document: acme, to: { folder: in } }\n';
    const { channels } = await loadJournalSettings(
      written(`${others}${odd}${answers}${sent}${described}`),
      {},
    );
    expect(Object.fromEntries(channels ?? [])).toEqual({
      orders: {},
      odd: {},
      none: {},
      answers: { kind: 'response', collectedWithin: 4 * 3_600_000 },
      sent: { kind: 'order', operation: 'sci-connector/order' },
      csv: { kind: 'order', operation: 'api-connector/order' },
      ours: { kind: 'response' },
      goods: { kind: 'advice' },
      theirs: { kind: 'order' },
    });
  });

  it('says what is wrong with it, and with the file as a whole', async () => {
    const codes = async (text: string): Promise<readonly string[]> =>
      (await loadJournalSettings(written(text), {})).findings.map(({ code }) => code);
    expect(await codes(`journal: { postgres: "\${DATABASE_URL}" }${others}`)).toEqual(['config-env-missing']);
    expect(await codes(`journal: { sqllite: x }${others}`)).toEqual(['config-unknown-key']);
    expect(await codes('a: [')).toContain('config-yaml');
    expect((await loadJournalSettings(join(folder, 'none.yaml'))).findings).toMatchObject([
      { code: 'config-unreadable' },
    ]);
  });
});

it('a config without its secrets is enough to check documents by', async () => {
  const path = written(`
exchange: { baseUrl: "https://a.example", companyId: 6b1d1f6e-0000-4000-8000-000000000001, auth: { email: "\${NOT_SET}", password: "\${file:none}" } }
channels: { orders: { from: { folder: out }, document: scsn/Order, to: { exchange: sci-connector/order } } }
`);
  const { config, findings } = await loadWithoutSecrets(path, {});
  expect(findings).toEqual([]);
  expect(config?.channels.orders?.document).toBe('scsn/Order');
});

const told = (text: string): readonly string[] =>
  parseConfig(text, join(folder, 'gateway.yaml'), {}).findings.map(
    ({ line, column, message, advice }) => `${line}:${column} ${message} ${advice}`,
  );

it('a number where a duration is wanted is answered with what works', () => {
  const config = (every: string): string => `
exchange: { baseUrl: "https://a.example", companyId: 6b1d1f6e-0000-4000-8000-000000000001, auth: { email: a, password: "\${P}" } }
channels:
  responses:
    as: buyer
    from: { search: { every: ${every}, since: "2026-01-01T00:00:00.000Z" } }
    document: scsn/OrderResponse
    to: { folder: in }
`;
  const wanted = 'It must be a number with its unit, such as 500ms, 30s, 5m, 2h or 1d.';
  const found = (every: string) => told(config(every)).find((line) => line.includes('every'));
  expect(found('300')).toBe(
    `6:30 \`channels.responses.from.search.every\` = \`300\` is not allowed. ${wanted}`,
  );
  expect(found('"300"')).toBe(found('300'));
  expect(found('300s')).toBeUndefined();
});

it.each(['0s', '25d'])('a pause of %s is refused: a timer would end at once', (every) => {
  const config = (timeout: string, patience: string) => `
exchange: { baseUrl: "https://a.example", timeout: ${timeout}, auth: { email: a, password: "\${P}" } }
channels:
  orders:
    from: { folder: out }
    document: scsn/Order
    to: { exchange: sci-connector/order }
    notFound: { patience: ${patience} }
`;
  const wrong = (text: string) => told(text).filter((line) => line.includes('is not allowed'));
  expect(wrong(config(every, every))).toEqual([
    `2:52 \`exchange.timeout\` = \`${every}\` is not allowed. It must be from 1ms to 24d.`,
  ]);
  expect(wrong(config('24d', '99999d'))).toEqual([
    '8:27 `channels.orders.notFound.patience` = `99999d` is not allowed. It must be 36500d at the most.',
  ]);
});

it('a part that holds itself is told at its place', () => {
  expect(told('exchange: &all\n  auth: *all\n')).toEqual([
    '2:9 The file is not YAML here: `*all` stands inside what it names. Write out what is meant: a part cannot hold itself.',
  ]);
  expect(told('channels: &a [ { b: [ *a ] } ]\n')[0]).toContain('stands inside what it names');
});

describe('our company', () => {
  const with_ = (companyId: string) =>
    told(`
exchange: { baseUrl: "https://a.example", companyId: ${companyId}, auth: { email: a, password: "\${P}" } }
channels: {}
`).filter((line) => line.includes('companyId'));

  it.each([
    'ACME',
    '4711',
    '5f0c3b1e-7d2a-4e69-9b48-1c6a8f30d75',
    '{5f0c3b1e}',
    '5f0c3b1e7d2a4e699b481c6a8f30d752',
  ])('is no %s: a UUID alone is one', (written) =>
    expect(with_(`"${written}"`)).toEqual([
      `2:54 \`exchange.companyId\` = \`${written}\` is not allowed. It must be the UUID that the exchange gave your company, such as 5f0c3b1e-7d2a-4e69-9b48-1c6a8f30d752.`,
    ]),
  );

  it.each(['5f0c3b1e-7d2a-4e69-9b48-1c6a8f30d752', '5F0C3B1E-7D2A-0E69-0B48-1C6A8F30D752'])(
    'is %s',
    (written) => expect(with_(written)).toEqual([]),
  );
});

describe('a path of Windows', () => {
  const folder = (written: string) => told(`channels: { a: { from: { folder: ${written} } } }\n`);
  const wrong =
    "1:31 Between double quotes a backslash is not itself, but begins a special character. Put a path of Windows in single quotes: 'C:\\ERP\\out'.";

  it.each(['"C:\\ERP\\out"', '"C:\\new\\orders"', '"C:\\temp"', '"C:\\Logs"'])(
    '%s wants single quotes',
    (written) => {
      expect(folder(written).map((line) => line.replace(/^1:\d+/, '1:31'))).toContain(wrong);
      expect(folder(written).filter((line) => line.includes('single quotes'))).toHaveLength(1);
    },
  );

  it.each(["'C:\\ERP\\out'", 'C:\\ERP\\out', '"C:\\\\ERP"', '"C:/ERP"', '"a\\tb"'])('%s is fine', (written) =>
    expect(folder(written).filter((line) => line.includes('single quotes'))).toEqual([]),
  );
});
