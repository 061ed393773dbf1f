import type { ShownTableModel } from '../../../../api/model/table-model.ts';
import { Icon } from '../../../parts/icons.tsx';
import { linkTo, pathWith } from '../../../shell/address.ts';
import { words } from '../../../shell/language.ts';

/** Rules that are named below a table; the rest is counted. */
const mostUses = 12;

interface UsesProps {
  readonly table: ShownTableModel;
}

/** The table of the way back, and the rules that look this one up. */
export function TableUses({ table }: UsesProps) {
  return (
    <>
      {table.wayBack && <WayBack wayBack={table.wayBack} />}
      <Uses table={table} />
    </>
  );
}

function WayBack({ wayBack }: { readonly wayBack: NonNullable<ShownTableModel['wayBack']> }) {
  const { aboutTable: texts } = words.value;
  const { path, name, mappings, different } = wayBack;
  const [mapping] = mappings;
  return (
    <>
      <p>
        {texts.wayBack}{' '}
        {mapping === undefined ? <code>{path}</code> : <a href={linkToTable(mapping, name)}>{path}</a>}{' '}
        {mappings.length > 0 && texts.usedBy(mappings.join(', '))}
      </p>
      {different.length > 0 && (
        <ul>
          {different.map(({ key, value, back }) => (
            <li key={key}>
              <Icon name="warning" tone="warn" />{' '}
              {back === undefined ? texts.noWayBack(value) : texts.otherWayBack(key, value, back)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const linkToTable = (mapping: string, table: string): string =>
  linkTo(pathWith(`/mappings/${mapping}/tables`, new URLSearchParams(), { table }));

function Uses({ table: { uses } }: { readonly table: ShownTableModel }) {
  const { aboutTable: texts } = words.value;
  if (uses.length === 0) return <p>{texts.noUses}</p>;
  return (
    <details>
      <summary>{texts.uses(uses.length)}</summary>
      <ul>
        {uses.slice(0, mostUses).map(({ mapping, place, line, text }) => (
          <li key={`${mapping} ${place} ${line}`}>
            <a href={linkTo(`/mappings/${mapping}`)}>{mapping}</a> <code>{place}</code>{' '}
            <span class="muted">{text.length > 100 ? `${text.slice(0, 99)}…` : text}</span>
          </li>
        ))}
      </ul>
      {uses.length > mostUses && <p>{texts.more(uses.length - mostUses)}</p>}
    </details>
  );
}
