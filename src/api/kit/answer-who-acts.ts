import type { WhoActs } from '../../operator/who-acts/who-acts.ts';
import { type ActingReader, renderWhoActs } from '../../wording/who-acts/who-acts-words.ts';
import type { WhoActsItem } from '../model/who-acts-model.ts';
import { mayAsk } from './api-router.ts';
import type { RequestContext } from './route.ts';

/** In whose language, and by whose role, something is said. */
export type ReaderContext = Pick<RequestContext, 'caller' | 'language'>;

export const actingReader = ({ caller: { role } }: ReaderContext): ActingReader => ({
  mayOperate: mayAsk(role, 'operate'),
  mayAdminister: mayAsk(role, 'administer'),
});

export function answerWhoActs({ who, action }: WhoActs, reader: ReaderContext): WhoActsItem {
  return { who, action, ...renderWhoActs({ who, action }, actingReader(reader), reader.language) };
}
