import { z } from 'zod';
import { type LocalizedText, localize } from '../findings/localized-text.ts';
import { parseBoundedJson } from './documents/event-envelope.ts';
import type { Answer, ExchangeReader, StoredDocument } from './exchange-client.ts';
import { buildOwnAnswer } from './transport/answer.ts';
import type { BaseUrl } from './transport/base-url.ts';
import type { SendCall } from './transport/call.ts';
import {
  buildCall,
  buildGet,
  type CallArguments,
  type OperationName,
  type PathSettings,
} from './transport/operations.ts';

const metadata = z.looseObject({
  id: z.string(),
  filename: z.string(),
  contentType: z.string().default('application/octet-stream'),
  downloadUrl: z.string(),
});

/** GET by an id, or by a query; without one there is nothing to ask for. */
export async function fetchById(
  send: SendCall,
  paths: PathSettings,
  name: OperationName,
  { id = '', ...about }: Pick<CallArguments, 'id' | 'channel'>,
): Promise<Answer> {
  if (id === '') return buildOwnAnswer('strange', localize('not-asked-no-id', { name }));
  return (await send(buildCall(name, paths, { id, ...about }))).answer;
}

/**
 * Files, companies and free reading.
 * @param linked sends to another origin, past credentials and rate, and to no other addresses than those given
 */
export function createReader(
  send: SendCall,
  linked: (origin: string, addresses?: readonly string[]) => SendCall,
  exchange: BaseUrl,
  paths: PathSettings,
): Omit<ExchangeReader, 'upload'> {
  const read = (name: OperationName, id: string) => fetchById(send, paths, name, { id });
  return {
    metadata: async (objectId) => withDocument(await read('object-storage/metadata', objectId)),
    download: (id) => read('object-storage/download', id),
    companies: (query) => read('company-search', query),
    get: async (path) =>
      path.startsWith('/')
        ? (await send(buildGet(path, 'token'))).answer
        : buildOwnAnswer('strange', localize('not-asked-path', { path })),
    follow: async (url, addresses) => {
      const link = readLink(url, exchange);
      if (!(link instanceof URL)) return buildOwnAnswer('strange', link);
      const sendLinked = linked(link.origin, addresses);
      const { answer } = await sendLinked(buildGet(link.pathname + link.search, 'own'));
      return answer.kind === 'down' ? { ...answer, kind: 'strange' } : answer; // a link that is over, not our login
    },
    published: async (text) => {
      const link = readLink(text.startsWith('/') ? exchange.origin + exchange.prefix + text : text, exchange);
      if (!(link instanceof URL)) return buildOwnAnswer('strange', link);
      const path = link.pathname + link.search;
      const { answer } = await linked(link.origin)(buildGet(path, 'own'));
      const ours = link.origin === exchange.origin && path.startsWith(`${exchange.prefix}/`);
      if (answer.kind !== 'down') return answer;
      if (!ours) return { ...answer, kind: 'strange' };
      return (await send(buildGet(path.slice(exchange.prefix.length), 'token'))).answer;
    },
  };
}

function withDocument(answer: Answer): Answer & { readonly document?: StoredDocument } {
  if (answer.kind !== 'ok') return answer;
  const read = metadata.safeParse(parseBoundedJson(answer.body));
  if (read.success) return { ...answer, document: read.data };
  return buildOwnAnswer('retry', localize('answer-metadata'), {
    status: answer.status,
  });
}

/** The link, or why it is not followed; the text does not repeat a presigned link, which is a credential. */
function readLink(url: string, exchange: BaseUrl): URL | LocalizedText {
  if (!URL.canParse(url)) return localize('not-followed-no-url');
  const link = new URL(url);
  if (link.protocol === 'https:' || (link.protocol === 'http:' && exchange.loopback)) return link;
  return localize('not-followed-protocol', { protocol: link.protocol });
}
