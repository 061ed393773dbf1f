import type { ChannelStanding } from '../../operator/browse/channel-rows.ts';
import type { Language } from '../../types.ts';

/** What the pages say of channels. */
interface BrowseWords {
  /** Where one of several, or of many, is meant the number stands before it. */
  readonly channels: Readonly<Record<ChannelStanding, string>>;
}

const en: BrowseWords = {
  channels: {
    decide: 'to decide',
    refused: 'refused',
    'not-collected': 'not collected',
    troubled: 'needs a look',
    waiting: 'wait',
    well: 'OK',
  },
};

const nl: BrowseWords = {
  channels: {
    decide: 'te beslissen',
    refused: 'geweigerd',
    'not-collected': 'niet opgehaald',
    troubled: 'vraagt aandacht',
    waiting: 'wachten',
    well: 'in orde',
  },
};

const words: Readonly<Record<Language, BrowseWords>> = { en, nl };

/** `417 to decide`, `OK`. */
export function renderChannelStanding(
  { standing, count }: { readonly standing: ChannelStanding; readonly count: number },
  language: Language,
): string {
  const text = words[language].channels[standing];
  return count > 0 ? `${count.toLocaleString(language)} ${text}` : text;
}
