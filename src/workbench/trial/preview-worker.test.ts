import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folder as delivered, fixtures } from '../../mapping/testkit/delivered.ts';
import { computePatience, PreviewWorker } from './preview-worker.ts';
import type { TrialQuestion } from './try-draft.ts';

const patience = Number(process.env.TEST_PATIENCE ?? 1);
const name = 'order-to-exchange';
const bytes = readFileSync(join(fixtures, `${name}.full`, 'document.xml'));

describe('the thread of trials', () => {
  let own: string;
  let worker: PreviewWorker;

  beforeAll(async () => {
    own = mkdtempSync(join(tmpdir(), 'own-mappings-'));
    worker = new PreviewWorker(
      { folders: [own, delivered] },
      { megabytes: 300, patience: (size) => patience * computePatience(size) },
    );
    await worker.warm(draft(''));
  });
  afterAll(async () => {
    await worker.close();
    rmSync(own, { recursive: true, force: true });
  });

  const draft = (lines: string, more: Partial<TrialQuestion> = {}): TrialQuestion => ({
    mappings: [name],
    edits: {
      [join(own, `${name}.yaml`)]: Buffer.from(`mapping: ${name}\nextends: scsn-gateway/${name}\n${lines}`),
    },
    source: { key: 'full', path: 'document.xml', bytes },
    ...{ context: {}, language: 'en', document: 0 },
    ...more,
  });
  const answerTo = async (question: TrialQuestion, page = 'a') => {
    const reply = await worker.tryEdit(page, question);
    if (reply.kind !== 'answer') throw new Error(`It ended: ${JSON.stringify(reply)}`);
    return reply.answer;
  };

  it('answers a key with result, lost values and what stands beside the lines', async () => {
    const { documents, preview, marks } = await answerTo(
      draft('target: { order: { description: { $text: edited } } }\n'),
    );
    expect(documents).toBe(1);
    const lines = preview?.result.text.split('\n') ?? [];
    expect(marks?.own.map((line) => lines[line - 1]?.trim())).toEqual(['"description": "edited",']);
    expect(marks?.rules).toContainEqual({ file: join(own, `${name}.yaml`), line: 3, count: 1 });
    const sourceLines = bytes.toString().split('\n');
    const lost = new Set(preview?.lost?.map(({ line }) => line));
    expect(lost.size).toBeGreaterThan(0);
    expect(
      marks?.carried.some((line) => sourceLines[line - 1]?.includes('<cbc:ID>4500017802</cbc:ID>')),
    ).toBe(true);
    expect(preview).not.toHaveProperty('provenance');
  });

  it('says where a value comes from and where one goes to, when somebody asks', async () => {
    const question = draft('');
    const { preview } = await answerTo(question);
    const text = preview?.result.text.split('\n') ?? [];
    const line = text.findIndex((one) => one.includes('"priceUnitOfMeasureIso"')) + 1;
    const back = await worker.traceEdit('a', question, { in: 'result', line });
    expect(back).toMatchObject({
      kind: 'answer',
      answer: {
        count: 1,
        values: [
          { target: 'lines[1]/prices/priceUnitOfMeasureIso', resultLine: line, tables: [{ table: 'unit' }] },
        ],
      },
    });
    const source = back.kind === 'answer' ? (back.answer.values[0]?.sources[0]?.line ?? 0) : 0;
    const onward = await worker.traceEdit('a', question, { in: 'document', line: source });
    expect(JSON.stringify(onward)).toContain(`"resultLine":${line}`);
    const rule = back.kind === 'answer' ? back.answer.values[0]?.rule : undefined;
    const byRule = await worker.traceEdit('a', question, {
      ...{ in: 'mapping', file: rule?.file ?? '', line: rule?.line ?? 0 },
    });
    expect(byRule).toMatchObject({ answer: { count: 3 } });
  });

  it('reads a document in rows, its first ones alone', async () => {
    const task = { format: 'scsn/Order', bytes, most: 50 };
    const reply = await worker.readRows('a', task);
    const rows = reply.kind === 'answer' ? reply.answer : [];
    expect(rows).toHaveLength(50);
    expect(rows).toContainEqual(expect.objectContaining({ name: 'cbc:ID', value: '4500017802', depth: 1 }));
    const broken = await worker.readRows('a', { ...task, bytes: Buffer.from('<Order') });
    expect(broken).toEqual({ kind: 'answer', answer: [] });
  });

  it.each([
    ['that cannot be read', bytes.subarray(0, 500), ''],
    ['whose format nobody describes any more', bytes, 'from: gone\n'],
    ['of another kind', Buffer.from('a;b\n1;2\n'), ''],
  ])('has no tree and no place for a document %s', async (_, document, lines) => {
    const question = draft(lines, {
      source: { key: `odd ${document.length}`, path: 'odd.xml', bytes: document },
    });
    expect(await worker.readTree('a', { question, open: { key: '' } })).toEqual({
      ...{ kind: 'answer', answer: { branches: [] } },
    });
    const rule = { question, key: '0.0', target: 'order/description' };
    expect(await worker.planRule('a', rule)).toMatchObject({ kind: 'answer', answer: expect.any(String) });
  });

  it('runs the newest of a page, and tells those in between that nobody waits for them', async () => {
    const asked = Array.from({ length: 5 }, (_, n) =>
      worker.tryEdit('typing', draft(`target: { order: { description: { $text: key${n} } } }\n`)),
    );
    const other = worker.tryEdit('somebody else', draft(''));
    const replies = await Promise.all(asked);
    expect(replies.map(({ kind }) => kind)).toEqual([
      ...['answer', 'superseded', 'superseded', 'superseded', 'answer'],
    ]);
    expect(JSON.stringify(replies.at(-1))).toContain('key4');
    expect((await other).kind).toBe('answer');
  });

  it('answers everybody who asks what to suggest, also those who ask together', async () => {
    const source = { key: 'full', path: 'document.xml', bytes, context: {} };
    const ask = () => worker.suggest({ mapping: name, sources: [source], edits: {} });
    const replies = await Promise.all([ask(), ask(), ask()]);
    expect(replies.map(({ kind }) => kind)).toEqual(['answer', 'answer', 'answer']);
  });

  it('ends an XPath that does not, says so, and answers the next key', async () => {
    const endless = 'string(some $a in 1 to 100000, $b in 1 to 100000 satisfies $a + $b = 0)';
    const reply = await worker.tryEdit(
      'a',
      draft(`target: { order: { description: ${JSON.stringify(endless)} } }\n`),
    );
    expect(reply.kind).toBe('too-long');
    // nobody asks anything meanwhile: the next key finds a thread that has loaded everything
    await expect.poll(() => worker.isWarm, { timeout: 60_000 }).toBe(true);
    expect((await answerTo(draft(''))).preview?.result.text).toContain('4500017802');
  });

  it('answers with a table of a million rows', async () => {
    const rows = Array.from({ length: 1_000_000 }, (_, n) => `U${n},C62`).join('\n');
    const path = join(own, 'tables', 'units-to-exchange.add.csv');
    const question = draft('');
    const edits = { ...question.edits, [path]: Buffer.from(`erp,exchange\n${rows}\n`) };
    expect((await answerTo({ ...question, edits })).preview?.result.text).toContain('4500017802');
  });

  it('takes no table of partners that is larger than its memory, and goes on', async () => {
    const rows = Array.from({ length: 1_000_000 }, (_, n) => `A${n};;;P${n}`).join('\n');
    const edits = {
      [join(own, 'tables', 'partners.csv')]: Buffer.from(`account;ownId;ownQualifier;partnerId\n${rows}\n`),
    };
    const reply = await worker.tryEdit('a', { ...draft(''), mappings: ['edifact-orders-to-order'], edits });
    expect(['too-large', 'too-long']).toContain(reply.kind);
    expect((await answerTo(draft(''))).documents).toBe(1);
  });

  it('finds a bomb of YAML aliases instead of unpacking it', async () => {
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]'];
    for (const [n, letter] of [...'bcdefghij'].entries())
      bomb.push(`${letter}: &${letter} [${Array(9).fill(`*${'abcdefghi'[n]}`).join(', ')}]`);
    const { findings, documents } = await answerTo(draft(`${bomb.join('\n')}\n`));
    expect(documents).toBe(0);
    expect(findings).toMatchObject([{ severity: 'error' }, ...findings.slice(1)]);
  });

  it('reads nothing outside of the folders, neither by a path nor through a link', async () => {
    const secret = mkdtempSync(join(tmpdir(), 'elsewhere-'));
    writeFileSync(join(secret, 'secret.csv'), 'erp,exchange\nSTK,SECRET\n');
    mkdirSync(join(own, 'tables'), { recursive: true });
    symlinkSync(join(secret, 'secret.csv'), join(own, 'tables', 'linked.csv'));
    for (const file of [`../../${secret}/secret.csv`, 'linked.csv', '../../../../../../etc/passwd']) {
      const answer = await answerTo(draft(`tables: { unit: ${file} }\n`));
      expect(
        answer.findings.some(({ severity }) => severity === 'error'),
        file,
      ).toBe(true);
      expect(JSON.stringify(answer)).not.toMatch(/SECRET|root:/);
    }
    for (const xpath of ["doc('/etc/passwd')", "unparsed-text('/etc/passwd')"]) {
      const answer = await answerTo(draft(`target: { order: { description: "${xpath}" } }\n`));
      expect(answer.findings.length, xpath).toBeGreaterThan(0);
      expect(JSON.stringify(answer)).not.toContain('root:');
    }
    rmSync(secret, { recursive: true, force: true });
  });

  it('goes away when nobody uses it, and comes back', async () => {
    const short = new PreviewWorker({ folders: [own, delivered] }, { idle: 20 });
    await short.warm(draft(''));
    expect(short.isOpen).toBe(true);
    await expect.poll(() => short.isOpen).toBe(false);
    expect((await short.tryEdit('a', draft(''))).kind).toBe('answer');
    await short.close();
  });
});
