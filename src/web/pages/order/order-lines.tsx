import type { OrderLineAnswer } from '../../../api/model/order-model.ts';
import { StateWord } from '../../parts/answer.tsx';
import { words } from '../../shell/language.ts';

interface OrderLinesProps {
  readonly lines: readonly OrderLineAnswer[];
  readonly role: 'buyer' | 'supplier';
}

/** How each line stands between the parties. */
export function OrderLines({ lines, role }: OrderLinesProps) {
  const { orders } = words.value;
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby="lines">
      <h2 id="lines">{orders.lines}</h2>
      <div class="scroll">
        <table class="cards lines">
          <thead>
            <tr>
              <th scope="col">{orders.line}</th>
              <th scope="col">{orders.stands}</th>
              <th scope="col">{orders.otherAnswer[role]}</th>
              <th scope="col">{orders.lineState}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Line key={line.line} line={line} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** No date is torn apart at the end of a line. */
const keepDates = (text: string) =>
  text.split(/(\d{4}-\d\d-\d\d)/).map((piece, n) =>
    n % 2 === 0 ? (
      piece
    ) : (
      <span key={n} class="nowrap">
        {piece}
      </span>
    ),
  );

function Line({ line }: { readonly line: OrderLineAnswer }) {
  const { orders } = words.value;
  return (
    <tr>
      <td class="item">
        {line.line} <b>{line.item}</b>
      </td>
      <td class="wide">{keepDates(line.values)}</td>
      <td class="wide said">
        <StateWord state={line.mark}>{line.answer}</StateWord>
        {line.changes.map(({ from, to }) => (
          <p key={from}>
            <del>{keepDates(from)}</del> → <ins>{keepDates(to)}</ins>
          </p>
        ))}
        {line.reason !== undefined && <p>{orders.reason(line.reason)}</p>}
        {line.remarks.map((remark) => (
          <p key={remark}>
            <StateWord state="warning">{remark}</StateWord>
          </p>
        ))}
      </td>
      <td class="wide">
        <StateWord state={line.state.mark}>{line.state.text}</StateWord>
      </td>
    </tr>
  );
}
