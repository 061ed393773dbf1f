import { signal } from '@preact/signals';
import type { HistoryAnswer } from '../../../../api/model/mapping-history-model.ts';
import { goTo } from '../../../shell/address.ts';
import { call } from '../../../shell/call-api.ts';

export type Publication = HistoryAnswer['publications'][number];

/**
 * The publication whose freed messages are to be retried once every gateway uses it, as whoever published it has said. In this window alone: who
 * leaves it still finds the offer in the history.
 */
export const retryAfterwards = signal<number | undefined>(undefined);

/** Decides on exactly these, and goes where it is seen how far that is. Rejects with CallFailed. */
export async function retryFreed({ freed }: Pick<Publication, 'freed'>, reason: string): Promise<void> {
  const body = { action: 'retry', ids: freed, reason };
  const { id } = await call<{ readonly id: number }>('/decisions', { method: 'POST', body });
  goTo(`/decisions/${id}`);
}
