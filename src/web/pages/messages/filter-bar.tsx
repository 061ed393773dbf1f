import type { VNode } from 'preact';
import {
  type ChipProps,
  Choice,
  changeFilter,
  FindField,
  OnChip,
  Toggle,
} from '../../parts/filters/filter-chips.tsx';
import { MoreFilters } from '../../parts/filters/more-filters.tsx';
import { address } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';

/** What needs action is grouped by its cause otherwise. */
const asList = { view: 'list' };

/** A search, and a chip a filter: solid ones are on and can be taken off, then the dashed ones, which can be added. */
export function FilterBar({ channels }: { readonly channels: readonly string[] }) {
  const { query } = address.value;
  const chips = buildChips(channels);
  const on = chips.filter(({ props }) => query.has(props.name));
  return (
    <search class="filters">
      <FindField label={words.value.messageList.find} />
      {on}
      <MoreFilters key={on.length}>{chips.filter(({ props }) => !query.has(props.name))}</MoreFilters>
    </search>
  );
}

function buildChips(channels: readonly string[]): readonly VNode<ChipProps>[] {
  const { filters, ...texts } = words.value.messageList;
  const names = Object.fromEntries(channels.map((channel) => [channel, channel]));
  return [
    <Choice key="received" name="received" label={filters.received} options={texts.received} />,
    <Choice key="channel" name="channel" label={filters.channel} options={names} />,
    <Choice key="state" name="state" label={filters.state} options={texts.states} />,
    <Choice key="outcome" name="outcome" label={filters.outcome} options={texts.outcomes} />,
    <Choice key="direction" name="direction" label={filters.direction} options={texts.directions} />,
    <TextChip key="finding" name="finding" label={filters.finding} />,
    <TextChip key="value" name="value" label={filters.value} />,
    <TextChip key="party" name="party" label={filters.party} />,
    <Toggle key="needs" name="needs" value="action" label={filters.needsAction} also={asList} />,
    <Toggle key="repeats" name="repeats" value="hidden" label={filters.repeats} also={asList} />,
  ];
}

function TextChip({ name, label }: ChipProps) {
  const chosen = address.value.query.get(name);
  if (chosen !== null)
    return (
      <OnChip name={name} label={label}>
        {chosen}
      </OnChip>
    );
  const add = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const text = String(new FormData(event.currentTarget).get(name)).trim();
    if (text !== '') changeFilter({ [name]: text });
  };
  return (
    <details class="flt-text">
      <summary class="flt">+ {label}</summary>
      <form onSubmit={add}>
        <input class="in" name={name} aria-label={label} />
        <button class="b s" type="submit">
          {words.value.messageList.add}
        </button>
      </form>
    </details>
  );
}
