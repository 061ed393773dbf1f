import { fillTemplate } from '../../findings/create-finding.ts';
import type { AuditEntry, Author, Role } from '../../journal/journal.ts';
import { type AuditAction, auditActions } from '../../operator/users/audit-topics.ts';
import { renderLocalTime } from '../../time/local-time.ts';
import type { Language } from '../../types.ts';
import { userWords } from './render-user-result.ts';
import type { UserWords } from './user-words.ts';

/** Who did it: a user, a token, or an account of the system at the command line. */
export const renderAuthor = ({ kind, name }: Pick<Author, 'kind' | 'name'>, language: Language): string =>
  fillTemplate(userWords[language].kinds[kind], { name });

/** What was done, or tried, as a line. An action of others than users is told by its code. */
export function renderAuditAction(entry: AuditEntry, language: Language): string {
  const { action, object, detail = '', result } = entry;
  const words = userWords[language];
  if (action === 'login' && result !== 'done') return renderFailedLogin(entry, words);
  const known = auditActions.find((one) => one === action);
  if (known === undefined) return [action, object, detail].filter(Boolean).join(' ');
  return fillTemplate(words.actions[known], {
    object: object === '' ? words.everybody : object,
    detail: renderDetail(known, detail, language),
  });
}

/** One that failed, and how many of its kind it stands for. */
function renderFailedLogin({ object, by, result, times = 1, last }: AuditEntry, words: UserWords): string {
  const first = fillTemplate(object === '' ? words.failedLoginUnnamed : words.failedLogin, { object });
  if (last === undefined) return first;
  const { fromOthers, underOtherNames, again } = words.failedLoginsMore;
  const more = by.address === '' ? fromOthers : result === 'no-user' ? underOtherNames : again;
  return first + fillTemplate(more, { count: times - 1, until: renderLocalTime(last) });
}

const isRole = (text: string): text is Role => ['read', 'operate', 'administer'].includes(text);

const renderDetail = (action: AuditAction, detail: string, language: Language): string =>
  action !== 'login' && isRole(detail) ? userWords[language].roles[detail] : detail;
