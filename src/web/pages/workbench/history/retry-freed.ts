import type { HistoryAnswer } from '../../../../api/model/mapping-history-model.ts';
import { goTo } from '../../../shell/address.ts';
import { call } from '../../../shell/call-api.ts';

export type Publication = HistoryAnswer['publications'][number];

/** Decides on exactly these, and goes where it is seen how far that is. Rejects with CallFailed. */
export async function retryFreed({ freed }: Pick<Publication, 'freed'>, reason: string): Promise<void> {
  const body = { action: 'retry', ids: freed, reason };
  const { id } = await call<{ readonly id: number }>('/decisions', { method: 'POST', body });
  goTo(`/decisions/${id}`);
}
