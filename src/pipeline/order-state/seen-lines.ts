import { hasSeenSent } from '../../negotiation/line-standing.ts';
import {
  findObjectAt,
  findTextAt,
  isPlainObject,
  listItemsAt,
  parsePlain,
} from '../../negotiation/plain-json.ts';
import type { OrderState } from './order-state.ts';

/**
 * Lines of a body of the exchange that show what was sent of them: position -> revision of the sent line. Whatever comes later was
 * said after the exchange had taken it. Equal units of other names are not looked at: the exchange gives them back as they came.
 */
export function findSeenLines({ sent }: OrderState, body: string): Readonly<Record<string, number>> {
  const { compared, lines = {} } = sent ?? {};
  if (compared === undefined || !Object.values(lines).some(({ values, seen }) => values && !seen)) return {};
  const root = parsePlain(body);
  const order = findObjectAt(root, 'orderEvent') ?? root;
  const buyerOrder = findObjectAt(order, 'buyerOrder');
  const comparison = { values: compared, unit: (code: string) => code };
  const seen = listItemsAt(order, 'lines').flatMap((line) => {
    const position = findTextAt(line, 'buyerLine', 'position');
    const known = position === undefined ? undefined : lines[position];
    if (!isPlainObject(line) || position === undefined || known?.values === undefined) return [];
    const last = { values: known.values, cancelled: known.cancelled === true, before: known.before };
    return hasSeenSent(comparison, { line, order: buyerOrder }, last)
      ? [[position, known.revision] as const]
      : [];
  });
  return Object.fromEntries(seen);
}
