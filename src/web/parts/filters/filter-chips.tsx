import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { address, goTo, pathWith } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';
import { Icon } from '../icons.tsx';

/** Filters are the address: what is changed begins at the newest again. `replace`: who types goes on in the field. */
export function changeFilter(changes: Readonly<Record<string, string | undefined>>, replace = false): void {
  const { path, query } = address.value;
  goTo(pathWith(path, query, { ...changes, before: undefined, after: undefined }), { replace });
}

/** Milliseconds after the last letter. */
const patience = 400;

/** Asks for what is typed, a moment after the last letter. */
export function FindField({ label }: { readonly label: string }) {
  const asked = address.value.query.get('find') ?? '';
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // it was taken off elsewhere; who types goes on
    if (field.current && field.current !== document.activeElement) field.current.value = asked;
  }, [asked]);
  const find = (text: string): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => changeFilter({ find: text.trim() || undefined }, true), patience);
  };
  return (
    <input
      class="in"
      ref={field}
      id="list-find"
      type="search"
      aria-label={label}
      placeholder={label}
      defaultValue={asked}
      onInput={({ currentTarget }) => find(currentTarget.value)}
    />
  );
}

/** `name`: in the address. */
export interface ChipProps {
  readonly name: string;
  readonly label: string;
}

/** It is on, and can be taken off. */
export function OnChip({ name, label, children }: ChipProps & { readonly children: ComponentChildren }) {
  return (
    <button class="flt on" type="button" onClick={() => changeFilter({ [name]: undefined })}>
      {label} <strong>{children}</strong> <Icon name="close" />
      <span class="vh">{words.value.messageList.takeOff}</span>
    </button>
  );
}

export function Choice({
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
      class="flt"
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

interface ToggleProps extends ChipProps {
  readonly value: string;
  /** What else changes with it. */
  readonly also?: Readonly<Record<string, string>>;
}

export function Toggle({ name, value, label, also }: ToggleProps) {
  const isOn = address.value.query.get(name) === value;
  return (
    <button
      class={isOn ? 'flt on' : 'flt'}
      type="button"
      aria-pressed={isOn}
      onClick={() => changeFilter({ [name]: isOn ? undefined : value, ...also })}
    >
      {label}
    </button>
  );
}
