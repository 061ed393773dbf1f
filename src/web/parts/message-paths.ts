import type { ActionGroupItem } from '../../api/model/overview-model.ts';
import type { MendingItem } from '../../api/model/who-acts-model.ts';

/** The list of the messages of a group. */
export function groupPath({ kind, code, value }: Pick<ActionGroupItem, 'kind' | 'code' | 'value'>): string {
  const query = new URLSearchParams({ needs: 'action', view: 'list', kind });
  if (code !== '') query.set('finding', code);
  if (value !== '') query.set('value', value);
  return `/messages?${query}`;
}

/** The table or the mapping for which a message stands still, with that message opened there. */
export function mendingPath({ mapping, table }: MendingItem, id: number): string {
  const part = table === undefined ? '?' : `/tables?table=${encodeURIComponent(table)}&`;
  return `/mappings/${encodeURIComponent(mapping)}${part}source=message:${id}`;
}

/** `list`: the query of the list that it is looked at in. */
export const messagePath = (id: number, list?: string): string =>
  list === undefined ? `/messages/${id}` : `/messages/${id}?${new URLSearchParams({ in: list })}`;

/** Of the address of a list: which messages are meant, and not which page of them. */
export function listOf(query: URLSearchParams): string {
  const list = new URLSearchParams(query);
  for (const name of ['before', 'after', 'view']) list.delete(name);
  return list.toString();
}

export const channelPath = (name: string): string => `/messages?${new URLSearchParams({ channel: name })}`;
