import type { MessageRowItem } from '../../../api/model/messages-model.ts';
import { StateWord } from '../../parts/answer.tsx';
import { ColumnHeads } from '../../parts/column-heads.tsx';
import { CutName } from '../../parts/cut-name.tsx';
import { Icon, markOfStanding } from '../../parts/icons.tsx';
import { listOf, messagePath } from '../../parts/message-paths.ts';
import { Sentence } from '../../parts/sentence.tsx';
import { formatTime } from '../../parts/times.ts';
import { address, linkTo } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';
import { mayDecide } from '../../shell/session.ts';

interface MessageTableProps {
  readonly rows: readonly MessageRowItem[];
  /** The row that `j` and `k` have come to. */
  readonly current: number | undefined;
  readonly selected: ReadonlySet<number>;
  readonly select: (selected: ReadonlySet<number>) => void;
}

export function MessageTable({ rows, current, selected, select }: MessageTableProps) {
  const { messageList: texts } = words.value;
  const isAll = rows.every(({ id }) => selected.has(id));
  return (
    <table class="cards message-table">
      <caption class="vh">{texts.caption}</caption>
      <thead>
        <tr>
          {mayDecide.value && (
            <th class="tick">
              <input
                type="checkbox"
                aria-label={texts.selectAll}
                checked={isAll}
                onChange={() => select(isAll ? new Set() : new Set(rows.map(({ id }) => id)))}
              />
            </th>
          )}
          <ColumnHeads names={texts.columns} />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row
            key={row.id}
            row={row}
            isCurrent={row.id === current}
            isSelected={selected.has(row.id)}
            toggle={() => select(toggled(selected, row.id))}
          />
        ))}
      </tbody>
    </table>
  );
}

export function toggled(selected: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}

interface RowProps {
  readonly row: MessageRowItem;
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
  toggle(): void;
}

function Row({ row, isCurrent, isSelected, toggle }: RowProps) {
  const { messageList: texts } = words.value;
  const { id, receivedAt, order = '', channel, direction, name, why, possiblyTwice } = row;
  return (
    <tr class={isCurrent ? 'current' : ''} aria-selected={isSelected} data-message={id}>
      {mayDecide.value && (
        <td class="tick">
          <label>
            <input type="checkbox" aria-label={texts.select(id)} checked={isSelected} onChange={toggle} />
          </label>
        </td>
      )}
      <td class="m-state">
        <StateWord state={markOfStanding(row.standing, direction)}>
          {texts.outcomes[row.standing] ?? row.text}
        </StateWord>
      </td>
      <td class="nowrap m-time">{formatTime(receivedAt)}</td>
      <td class="m-order">
        <span>{order}</span>
      </td>
      <td class="hide-m m-channel">
        <Icon name={direction === 'inbound' ? 'toExchange' : 'toErp'} />
        <span class="vh">{texts.directions[direction]}:</span> {channel}
      </td>
      <td class="m-name">
        <CutName name={name} />
      </td>
      <td class="muted m-why">
        {possiblyTwice && <strong>{texts.possiblyTwice} </strong>}
        <Sentence text={why} />
      </td>
      <td class="num m-number">
        <a class="mono" href={linkTo(messagePath(id, listOf(address.value.query)))}>
          {id}
        </a>
      </td>
    </tr>
  );
}
