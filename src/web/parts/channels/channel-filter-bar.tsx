import { address, changeQuery } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';
import { SearchField } from '../forms/search-field.tsx';

/** Part of a name, and only those that need somebody. */
export function ChannelFilterBar() {
  const { channels: texts } = words.value;
  const { query } = address.value;
  const isTroubled = query.get('state') === 'troubled';
  return (
    <search class="filters">
      <SearchField
        label={texts.filter}
        value={query.get('channel') ?? ''}
        onText={(text) => changeQuery({ channel: text || undefined })}
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
