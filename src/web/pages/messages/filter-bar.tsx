import {
  type ChipProps,
  Choice,
  changeFilter,
  FindField,
  OnChip,
  Toggle,
} from '../../parts/filter-chips.tsx';
import { address } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';

/** What needs action is grouped by its cause otherwise. */
const asList = { view: 'list' };

/** A search, and a chip a filter: dashed can be added, solid is on and can be taken off. */
export function FilterBar({ channels }: { readonly channels: readonly string[] }) {
  const { messageList: say } = words.value;
  return (
    <search class="filters">
      <FindField label={say.find} />
      <Choice name="received" label={say.filters.received} options={say.received} />
      <Choice
        name="channel"
        label={say.filters.channel}
        options={Object.fromEntries(channels.map((channel) => [channel, channel]))}
      />
      <Choice name="state" label={say.filters.state} options={say.states} />
      <Choice name="outcome" label={say.filters.outcome} options={say.outcomes} />
      <Choice name="direction" label={say.filters.direction} options={say.directions} />
      <TextChip name="finding" label={say.filters.finding} />
      <TextChip name="value" label={say.filters.value} />
      <TextChip name="party" label={say.filters.party} />
      <Toggle name="needs" value="action" label={say.filters.needsAction} also={asList} />
      <Toggle name="repeats" value="hidden" label={say.filters.repeats} also={asList} />
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
    <details class="chip-text">
      <summary class="chip">+ {label}</summary>
      <form onSubmit={add}>
        <input class="in" name={name} aria-label={label} />
        <button class="b s" type="submit">
          {words.value.messageList.add}
        </button>
      </form>
    </details>
  );
}
