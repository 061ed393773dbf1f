import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { folder as delivered, fixtures } from '../../mapping/testkit/delivered.ts';
import { computePatience, PreviewWorker } from './preview-worker.ts';
import type { TrialAnswer, TrialQuestion } from './try-draft.ts';

const patience = Number(process.env.TEST_PATIENCE ?? 1);
const name = 'order-to-exchange';
const bytes = readFileSync(join(fixtures, `${name}.full`, 'document.xml'));

/** Of one who waits for the answer. */
const { signal: waiting } = new AbortController();

const usualPatience = (size: number): number => patience * computePatience(size);

describe('the thread of trials', () => {
  let own: string;
  let worker: PreviewWorker;
  /** Milliseconds for a document of so many bytes. */
  let patienceFor = usualPatience;

  beforeAll(async () => {
    own = mkdtempSync(join(tmpdir(), 'own-mappings-'));
    worker = new PreviewWorker(
      { folders: [own, delivered] },
      { megabytes: 300, patience: (size) => patienceFor(size) },
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

  it('knows a format that has come into the folder since it began', async () => {
    const path = join(own, 'later-to-order.yaml');
    const text = 'mapping: later-to-order\nfrom: later\nto: scsn/Order\ntarget: { cbc:ID: number }\n';
    const asked: TrialQuestion = {
      ...draft(''),
      mappings: ['later-to-order'],
      edits: { [path]: Buffer.from(text) },
      source: { key: 'later', path: 'document.csv', bytes: Buffer.from('Nr;Regel\n4711;1\n') },
    };
    const unknown = async () =>
      (await answerTo(asked)).findings.filter(({ message }) => message.includes('no source'));
    expect(await unknown()).toHaveLength(1);
    mkdirSync(join(own, 'formats'), { recursive: true });
    writeFileSync(
      join(own, 'formats', 'later.yaml'),
      'format: later\nsyntax: csv\ndocuments: { key: [ Nr ] }\ntree: { order!: { number!: { column: Nr }, "lines[]!": { line: { column: Regel } } } }\n',
    );
    expect(await unknown()).toEqual([]);
    rmSync(join(own, 'formats'), { recursive: true });
  });

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
    const reply = await worker.readRows(task, waiting);
    const rows = reply.kind === 'answer' ? reply.answer : [];
    expect(rows).toHaveLength(50);
    expect(rows).toContainEqual(expect.objectContaining({ name: 'cbc:ID', value: '4500017802', depth: 1 }));
    const broken = await worker.readRows({ ...task, bytes: Buffer.from('<Order') }, waiting);
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

  it('opens every branch that somebody opens while a trial runs', async () => {
    const trial = worker.tryEdit('a', draft(''));
    const [root, order] = await Promise.all(
      ['', '0'].map((key) => worker.readTree('a', { question: draft(''), open: { key } })),
    );
    expect(root).toMatchObject({ kind: 'answer', answer: { branches: [{ key: '' }, { key: '0' }] } });
    expect(order).toMatchObject({ kind: 'answer', answer: { branches: [{ key: '0' }] } });
    await trial;
  });

  it('answers everybody who asks what to suggest, also those who ask together', async () => {
    const source = { key: 'full', path: 'document.xml', bytes, context: {} };
    const ask = () => worker.suggest({ mapping: name, sources: [source], edits: {} }, waiting);
    const replies = await Promise.all([ask(), ask(), ask()]);
    expect(replies.map(({ kind }) => kind)).toEqual(['answer', 'answer', 'answer']);
  });

  it('ends an XPath that does not, says so, and answers the next key', async () => {
    const endless = 'string(some $a in 1 to 100000, $b in 1 to 100000 satisfies $a + $b = 0)';
    patienceFor = () => 300;
    const reply = await worker.tryEdit(
      'a',
      draft(`target: { order: { description: ${JSON.stringify(endless)} } }\n`),
    );
    patienceFor = usualPatience;
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
    const small = new PreviewWorker(
      { folders: [own, delivered] },
      { megabytes: 100, patience: usualPatience },
    );
    onTestFinished(() => small.close());
    const rows = Array.from({ length: 300_000 }, (_, n) => `A${n};;;P${n}`).join('\n');
    const edits = {
      [join(own, 'tables', 'partners.csv')]: Buffer.from(`account;ownId;ownQualifier;partnerId\n${rows}\n`),
    };
    const asked: TrialQuestion = { ...draft(''), mappings: ['edifact-orders-to-order'], edits };
    expect(['too-large', 'too-long']).toContain((await small.tryEdit('a', asked)).kind);
    expect(await small.tryEdit('a', draft(''))).toMatchObject({ kind: 'answer', answer: { documents: 1 } });
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

  describe('what somebody types who may edit a mapping and nothing else', () => {
    let secret: string;
    beforeAll(() => {
      secret = mkdtempSync(join(tmpdir(), 'elsewhere-'));
      writeFileSync(join(secret, 'secret.txt'), 'SECRET');
      writeFileSync(join(secret, 'secret.xml'), '<a>SECRET</a>');
      writeFileSync(join(secret, 'secret.yaml'), 'format: SECRET\nsyntax: xml\nroot: SECRET\n');
    });
    afterAll(() => rmSync(secret, { recursive: true, force: true }));
    const urlOf = (file: string): string => pathToFileURL(join(secret, file)).href;
    const expectNothingRead = async (question: TrialQuestion): Promise<TrialAnswer> => {
      const answer = await answerTo(question);
      expect(JSON.stringify(answer)).not.toMatch(/SECRET|root:x/);
      return answer;
    };
    const hasError = ({ findings }: TrialAnswer): boolean =>
      findings.some(({ severity }) => severity === 'error');

    it.each([
      'doc(URL)',
      'doc-available(URL)',
      'fn:doc(URL)',
      'unparsed-text(URL)',
      'unparsed-text-lines(URL)',
      'unparsed-text-available(URL)',
      'Q{http://www.w3.org/2005/xpath-functions}unparsed-text(URL)',
      'json-doc(URL)',
      'collection(URL)',
      'uri-collection(URL)',
      'transform(map { "stylesheet-location": URL })',
      'load-xquery-module(URL)',
      'static-base-uri()',
      'environment-variable("HOME")',
      'available-environment-variables()',
      'function-lookup(xs:QName("fn:doc"), 1)(URL)',
      'let $read := unparsed-text#1 return $read(URL)',
      'for-each(URL, unparsed-text#1)',
      'apply(doc#1, [URL])',
      'Q{http://fontoxml.com/fontoxpath}evaluate("doc(URL)", ())',
      `parse-xml("<!DOCTYPE a [<!ENTITY e SYSTEM 'URL'>]><a>&amp;e;</a>")`,
    ])('reads nothing by XPath: %s', async (attack) => {
      const xpath = attack.replaceAll(
        'URL',
        attack.includes("'URL'") ? urlOf('secret.txt') : `"${urlOf('secret.txt')}"`,
      );
      const target = `target: { order: { description: ${JSON.stringify(`string(${xpath})`)} } }\n`;
      expect(hasError(await expectNothingRead(draft(target)))).toBe(true);
    });

    it.each([
      ['a count without end', 'string(count(1 to 1000000000))'],
      ['a text of millions of numbers', "string-join(1 to 20000000, '')"],
      ['a pattern that goes back and forth', `replace('${'a'.repeat(40)}!', '(a|a)*$', '')`],
      ['thousands of brackets', `${'('.repeat(3000)}cbc:ID${')'.repeat(3000)}`],
    ])('makes nothing of %s, and is answered', async (_, xpath) => {
      const { findings, preview } = await answerTo(
        draft(`target: { order: { description: ${JSON.stringify(xpath)} } }\n`),
      );
      expect(findings.some(({ severity }) => severity === 'error') || preview?.result.end === 'error').toBe(
        true,
      );
    });

    it.each([
      ['a tag that includes', 'target: { order: { description: !include URL } }'],
      ['a tag of a program', 'target: { order: { description: !!js/function "function () { return 1 }" } }'],
      ['a file as a document of its own', '--- !include URL'],
      ['a merge key', 'x: &x { description: cbc:ID }\ntarget: { order: { <<: *x } }'],
      ['an alias of itself', 'target: &x { order: *x }'],
      ['a table by its address', 'tables: { unit: "URL" }'],
      ['partners by their address', 'partners: "URL"'],
      ['a format by its address', 'from: "URL"'],
      ['another mapping by its address', 'extends: "URL"'],
    ])('reads nothing by YAML: %s', async (_, lines) => {
      const text = lines.replaceAll('URL', urlOf('secret.yaml'));
      expect(hasError(await expectNothingRead(draft(`${text}\n`)))).toBe(true);
    });

    it.each([
      ['an entity', '<!DOCTYPE Order [<!ENTITY e SYSTEM "URL">]>', '&e;'],
      ['a parameter entity', '<!DOCTYPE Order [<!ENTITY % e SYSTEM "URL"> %e;]>', ''],
      ['a DTD elsewhere', '<!DOCTYPE Order SYSTEM "URL">', ''],
    ])('refuses a document with %s', async (_, before, inside) => {
      const text = bytes.toString().replace(/<Order/, `${before.replace('URL', urlOf('secret.txt'))}<Order`);
      const answer = await expectNothingRead(
        draft('', { source: sourceOf(text.replace('4500017802', `4500017802${inside}`)) }),
      );
      expect(answer.documents).toBe(0);
    });

    it.each([
      [
        'an inclusion',
        (href: string) =>
          `<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" parse="text" href="${href}"/>`,
      ],
      [
        'a schema of its own',
        (href: string) =>
          `<a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:a ${href}"/>`,
      ],
      ['a stylesheet', (href: string) => `<?xml-stylesheet type="text/xsl" href="${href}"?>`],
    ])('follows nothing that a document names: %s', async (_, build) => {
      const text = bytes.toString().replace('</Order>', `${build(urlOf('secret.xml'))}</Order>`);
      const { preview } = await expectNothingRead(draft('', { source: sourceOf(text) }));
      expect(preview?.result.text).toContain('4500017802');
    });
    const sourceOf = (text: string) => ({ key: text, path: 'odd.xml', bytes: Buffer.from(text) });

    it.each([
      ['an XSD above its folder', 'syntax: xml\nroot: Orders\nxsd: ../../PATH/secret.xml\nfields: {}'],
      ['an XSD by its path', 'syntax: xml\nroot: Orders\nxsd: /PATH/secret.xml\nfields: {}'],
      ['an XSD by its address', 'syntax: xml\nroot: Orders\nxsd: "URL"\nfields: {}'],
      ['another format as its guide', 'syntax: edifact\nguide: ../../PATH/secret'],
      ['a report of fields', 'syntax: idoc-flat\nreport: ../../PATH/secret.txt'],
    ])('reads nothing by a format: %s', async (_, lines) => {
      const text = lines.replaceAll('PATH', secret.replace(/^\//, '')).replaceAll('URL', urlOf('secret.xml'));
      const question = draft('from: acme\n', { source: sourceOf('<Orders><a>1</a></Orders>') });
      const format = Buffer.from(`format: acme\n${text}\n`);
      const edits = { ...question.edits, [join(own, 'formats', 'acme.yaml')]: format };
      const answer = await expectNothingRead({ ...question, edits });
      expect(hasError(answer) || answer.documents === 0).toBe(true);
    });
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
