import {
  type ChipProps,
  Choice,
  changeFilter,
  FindField,
  OnChip,
  Toggle,
} from '../../parts/filters/filter-chips.tsx';
import { address } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';

/** What needs action is grouped by its cause otherwise. */
const asList = { view: 'list' };

/** A search, and a chip a filter: dashed can be added, solid is on and can be taken off. */
export function FilterBar({ channels }: { readonly channels: readonly string[] }) {
  const { messageList: texts } = words.value;
  return (
    <search class="filters">
      <FindField label={texts.find} />
      <Choice name="received" label={texts.filters.received} options={texts.received} />
      <Choice
        name="channel"
        label={texts.filters.channel}
        options={Object.fromEntries(channels.map((channel) => [channel, channel]))}
      />
      <Choice name="state" label={texts.filters.state} options={texts.states} />
      <Choice name="outcome" label={texts.filters.outcome} options={texts.outcomes} />
      <Choice name="direction" label={texts.filters.direction} options={texts.directions} />
      <TextChip name="finding" label={texts.filters.finding} />
      <TextChip name="value" label={texts.filters.value} />
      <TextChip name="party" label={texts.filters.party} />
      <Toggle name="needs" value="action" label={texts.filters.needsAction} also={asList} />
      <Toggle name="repeats" value="hidden" label={texts.filters.repeats} also={asList} />
    </search>
  );
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
