import { address, changeQuery } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';

/** Part of a name, and only those that need somebody. */
export function ChannelFilterBar() {
  const { channels: texts } = words.value;
  const { query } = address.value;
  const isTroubled = query.get('state') === 'troubled';
  return (
    <search class="filters">
      <input
        class="in"
        type="search"
        aria-label={texts.filter}
        placeholder={texts.filter}
        value={query.get('channel') ?? ''}
        onInput={({ currentTarget }) => changeQuery({ channel: currentTarget.value || undefined })}
      />
      <button
        class={`flt${isTroubled ? ' on' : ''}`}
        type="button"
        aria-pressed={isTroubled}
        onClick={() => changeQuery({ state: isTroubled ? undefined : 'troubled' })}
      >
        {texts.onlyTroubled}
      </button>
    </search>
  );
}
