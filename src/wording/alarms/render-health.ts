import type { Health, HealthReason } from '../../operator/health/health.ts';
import { advice } from './alarm-advice.ts';

/** What `/health` answers: in English, since programs read it. */
export interface HealthAnswer {
  readonly status: Health['status'];
  readonly reasons: readonly HealthAnswerReason[];
}

interface HealthAnswerReason extends Omit<HealthReason, 'what'> {
  readonly what: string;
  /** What the reader can do. */
  readonly todo: string;
}

export const renderHealth = ({ status, reasons }: Health): HealthAnswer => ({
  status,
  reasons: reasons.map((reason) => ({
    ...reason,
    what: reason.what.en,
    todo: advice[reason.code].todo.en,
  })),
});
