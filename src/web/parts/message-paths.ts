import type { ActionGroupItem } from '../../api/model/overview-model.ts';

/** The list of the messages of a group. */
export function groupPath({ kind, code, value }: Pick<ActionGroupItem, 'kind' | 'code' | 'value'>): string {
  const query = new URLSearchParams({ needs: 'action', view: 'list', kind });
  if (code !== '') query.set('finding', code);
  if (value !== '') query.set('value', value);
  return `/messages?${query}`;
}

export const messagePath = (id: number): string => `/messages/${id}`;

export const channelPath = (name: string): string => `/messages?${new URLSearchParams({ channel: name })}`;
