import { computed, effect, signal } from '@preact/signals';
import { en } from '../words/en.ts';
import { nl } from '../words/nl.ts';

export type Language = 'en' | 'nl';

const kept = 'gateway-language';

function firstLanguage(): Language {
  const chosen = localStorage.getItem(kept) ?? navigator.language;
  return chosen.startsWith('nl') ? 'nl' : 'en';
}

export const language = signal<Language>(firstLanguage());

export function chooseLanguage(chosen: Language): void {
  localStorage.setItem(kept, chosen);
  language.value = chosen;
}

/** The words of the reader's language. */
export const words = computed(() => (language.value === 'nl' ? nl : en));

effect(() => {
  document.documentElement.lang = language.value;
});
