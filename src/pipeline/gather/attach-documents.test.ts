import { describe, expect, it } from 'vitest';
import { outboundChannel } from '../../config/schema/config-schema.ts';
import { buildOwnAnswer } from '../../exchange/transport/answer.ts';
import { quoteText } from '../../findings/localized-text.ts';
import { attachDocuments, type DocumentSource } from './attach-documents.ts';

const ok = (text: string) => buildOwnAnswer('ok', quoteText(text), { status: 200 });

/** A source whose storage has one file for each id, of the text `content ID`. */
function source(documents: object, more: Partial<DocumentSource> = {}) {
  const followed: string[] = [];
  const pinned: (readonly string[] | undefined)[] = [];
  const made: DocumentSource = {
    settings: outboundChannel.shape.documents.parse({
      place: 'beside',
      hosts: ['203.0.113.9'],
      ...documents,
    }),
    host: 'exchange.example',
    language: 'en',
    fields: { purchaseOrderNumber: 'PO/1' },
    reader: {
      metadata: async (id) =>
        id === 'none'
          ? buildOwnAnswer('notFound', quoteText('no such document'), { status: 404 })
          : {
              ...ok(''),
              document: {
                id,
                filename: `${id}.pdf`,
                contentType: 'application/pdf',
                downloadUrl: `https://203.0.113.9/${id}`,
              },
            },
      follow: async (url, addresses) => {
        followed.push(url);
        pinned.push(addresses);
        return ok(`content ${url.split('/').at(-1)}`);
      },
    },
    ...more,
  };
  return { made, followed, pinned };
}

const bodyOf = (documents: readonly object[]): string =>
  JSON.stringify({ id: 'o', buyerOrder: { documents } });

async function run(body: string, documents: object = {}, more: Partial<DocumentSource> = {}) {
  const { made, followed, pinned } = source(documents, more);
  const result = await attachDocuments(Buffer.from(body), made);
  return {
    ...result,
    text: Buffer.from(result.body).toString(),
    followed,
    pinned,
    codes: result.findings.map(({ code }) => code),
  };
}

describe('a body with documents', () => {
  it('keeps every digit and blank of what is no document', async () => {
    const body = '{ "n": 1.500, "documents": [ {"objectId": "a", "size": 2.0} ], "lines": [ {"q": 5.000} ] }';
    const { text, files } = await run(body);
    const [file] = files;
    expect(text).toBe(
      `{ "n": 1.500, "documents": [ {"objectId": "a","size": 2.0,"url":"${file?.name}"} ], "lines": [ {"q": 5.000} ] }`,
    );
    expect(file?.name).toMatch(/^PO_1-a~[0-9a-f]{16}\.pdf$/);
  });

  it('names files so that their names are addresses too', async () => {
    const { files } = await run(bodyOf([{ objectId: 'a%2f..%2fb#1' }]));
    expect(files.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^PO_1-a_2f\.\._2fb_1~[0-9a-f]{16}\.pdf$/),
    ]);
  });

  it('has them at any depth, each fetched once', async () => {
    const one = { objectId: 'a' };
    const body = JSON.stringify({
      documents: [one],
      lines: [{ buyerLine: { documents: [one, { objectId: 'b' }] } }],
    });
    const { files, followed } = await run(body);
    expect(followed).toEqual(['https://203.0.113.9/a', 'https://203.0.113.9/b']);
    expect(files.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(['content a', 'content b']);
  });

  it('gets them embedded', async () => {
    const { text, files } = await run(bodyOf([{ objectId: 'a', name: 'n' }]), { place: 'embed' });
    expect(JSON.parse(text).buyerOrder.documents).toEqual([
      {
        objectId: 'a',
        name: 'a.pdf',
        contentType: 'application/pdf',
        embedded: Buffer.from('content a').toString('base64'),
      },
    ]);
    expect(files).toEqual([]);
  });

  it('is as it was where there are none, or it is no JSON', async () => {
    for (const body of ['{"documents":[]}', '{"documents":"x"}', 'no']) {
      const { text, codes } = await run(body);
      expect([text, codes]).toEqual([body, []]);
    }
  });
});

describe('a document', () => {
  it.each([
    [{ code: 'c' }, 'document-without-file'],
    [{ objectId: 'none' }, 'document-missing'],
    [{ url: 'https://other.example/a' }, 'document-blocked'],
    [{ url: 'http://other.example/a' }, 'document-blocked'],
    [{ url: 'file:///etc/passwd' }, 'document-blocked'],
    [{ url: 'no url' }, 'document-blocked'],
  ])('%j is %s', async (document, code) => {
    const { codes, text, followed } = await run(bodyOf([document]));
    expect([codes, text, followed]).toEqual([[code], bodyOf([document]), []]);
  });

  it('that cannot be had is told in the language of the channel', async () => {
    const { findings } = await run(bodyOf([{ url: 'https://other.example/a' }]), {}, { language: 'nl' });
    expect(findings).toMatchObject([
      {
        message:
          'Het document `https://other.example/a` is niet opgehaald: other.example staat niet in `documents.hosts` van het kanaal.',
        advice: 'Het bestand voor het ERP is zonder dit document gepubliceerd; zoek het bij de exchange.',
      },
    ]);
  });

  it('of the exchange itself, or of an allowed host, is fetched', async () => {
    const urls = ['https://exchange.example/a.pdf', 'https://203.0.113.9/b%20c.pdf'];
    const { followed, files, pinned } = await run(bodyOf(urls.map((url) => ({ url }))));
    expect(followed).toEqual(urls);
    expect(pinned).toEqual([undefined, ['203.0.113.9']]);
    expect(files.map(({ name }) => name.replace(/~.*/, ''))).toEqual(['PO_1-a', 'PO_1-b c']);
  });

  it('of an address inside is fetched only where that is allowed', async () => {
    const body = bodyOf([{ url: 'https://192.168.1.5/a.pdf' }]);
    expect((await run(body, { hosts: ['192.168.1.5'] })).codes).toEqual(['document-blocked']);
    expect((await run(body, { hosts: ['192.168.1.5'], privateHosts: true })).codes).toEqual([]);
  });

  it('of the storage is fetched by the same rules: host by list, nothing inside, the exchange always', async () => {
    const at = (downloadUrl: string, documents: object = {}) => {
      const document = { id: 'a', filename: 'a.pdf', contentType: 'application/pdf', downloadUrl };
      const metadata = async () => ({ ...ok(''), document });
      const { reader } = source({}).made;
      return run(bodyOf([{ objectId: 'a' }]), documents, { reader: { ...reader, metadata } });
    };
    const metadataService = 'https://169.254.169.254/latest/meta-data';
    expect((await at('https://other.example/a')).codes).toEqual(['document-blocked']);
    expect((await at('http://203.0.113.9/a')).codes).toEqual(['document-blocked']);
    expect((await at(metadataService, { hosts: ['169.254.169.254'] })).codes).toEqual(['document-blocked']);
    expect((await at('https://[::ffff:a9fe:a9fe]/a', { hosts: ['[::ffff:a9fe:a9fe]'] })).codes).toEqual([
      'document-blocked',
    ]);
    expect((await at('https://exchange.example/a')).codes).toEqual([]);
    expect((await at('https://203.0.113.9/a')).codes).toEqual([]);
  });

  it('of a host whose name means this machine is blocked', async () => {
    const result = await run(bodyOf([{ url: 'https://localhost/a' }]), { hosts: ['LocalHost'] });
    expect(result.findings).toMatchObject([{ message: expect.stringContaining('private network') }]);
  });

  it('that is too large is left out', async () => {
    expect((await run(bodyOf([{ objectId: 'a' }]), { maxMegabytes: 0.000001 })).codes).toEqual([
      'document-file-too-large',
    ]);
  });

  it('that must be there makes the message wait, or parks it', async () => {
    const busy = buildOwnAnswer('retry', quoteText('busy'), { status: 503 });
    const reader = { metadata: async () => busy, follow: async () => busy };
    expect((await run(bodyOf([{ objectId: 'a' }]), { required: true }, { reader })).wait).toBe(busy);
    expect((await run(bodyOf([{ objectId: 'a' }]), {}, { reader })).codes).toEqual(['document-missing']);
    expect((await run(bodyOf([{ objectId: 'none' }]), { required: true })).findings).toMatchObject([
      { severity: 'park' },
    ]);
  });
});
