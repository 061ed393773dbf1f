import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../../parts/icons.tsx';
import { address, goTo, pathWith } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';

/** Filters are the address: what is changed begins at the newest again. */
export function changeFilter(changes: Readonly<Record<string, string | undefined>>): void {
  const { path, query } = address.value;
  goTo(pathWith(path, query, { ...changes, before: undefined, after: undefined }));
}

/** A search, and a chip a filter: dashed can be added, solid is on and can be taken off. */
export function FilterBar({ channels }: { readonly channels: readonly string[] }) {
  const { messageList: texts } = words.value;
  return (
    <search class="filters">
      <FindField />
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
      <Toggle name="needs" value="action" label={texts.filters.needsAction} />
      <Toggle name="repeats" value="hidden" label={texts.filters.repeats} />
    </search>
  );
}

/** Milliseconds after the last letter. */
const patience = 400;

function FindField() {
  const { messageList: texts } = words.value;
  const asked = address.value.query.get('find') ?? '';
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const find = (text: string): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => changeFilter({ find: text.trim() || undefined }), patience);
  };
  return (
    <input
      class="in"
      id="list-find"
      type="search"
      aria-label={texts.find}
      placeholder={texts.find}
      defaultValue={asked}
      onInput={({ currentTarget }) => find(currentTarget.value)}
    />
  );
}

interface ChipProps {
  readonly name: string;
  readonly label: string;
}

function OnChip({ name, label, children }: ChipProps & { readonly children: ComponentChildren }) {
  return (
    <button class="chip on" type="button" onClick={() => changeFilter({ [name]: undefined })}>
      {label} <strong>{children}</strong> <Icon name="close" />
      <span class="vh">{words.value.messageList.takeOff}</span>
    </button>
  );
}

function Choice({
  name,
  label,
  options,
}: ChipProps & { readonly options: Readonly<Record<string, string>> }) {
  const chosen = address.value.query.get(name);
  if (chosen !== null)
    return (
      <OnChip name={name} label={label}>
        {options[chosen] ?? chosen}
      </OnChip>
    );
  return (
    <select
      class="chip"
      aria-label={label}
      onChange={({ currentTarget }) => changeFilter({ [name]: currentTarget.value || undefined })}
    >
      <option value="">+ {label}</option>
      {Object.entries(options).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
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

function Toggle({ name, value, label }: ChipProps & { readonly value: string }) {
  const isOn = address.value.query.get(name) === value;
  return (
    <button
      class={isOn ? 'chip on' : 'chip'}
      type="button"
      aria-pressed={isOn}
      onClick={() => changeFilter({ [name]: isOn ? undefined : value, view: 'list' })}
    >
      {label}
    </button>
  );
}
