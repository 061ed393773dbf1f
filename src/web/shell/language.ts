import { batch, effect, signal } from '@preact/signals';
import type { Words } from '../words/en.ts';

export type Language = 'en' | 'nl';

const kept = 'gateway-language';

function firstLanguage(): Language {
  const chosen = localStorage.getItem(kept) ?? navigator.language;
  return chosen.startsWith('nl') ? 'nl' : 'en';
}

/** A reader loads one language: both are a third of all scripts. */
const loadWords = async (chosen: Language): Promise<Words> =>
  chosen === 'nl' ? (await import('../words/nl.ts')).nl : (await import('../words/en.ts')).en;

export const language = signal<Language>(firstLanguage());

/** The words of the reader's language. */
export const words = signal<Words>(await loadWords(language.value));

export async function chooseLanguage(chosen: Language): Promise<void> {
  const chosenWords = await loadWords(chosen);
  localStorage.setItem(kept, chosen);
  batch(() => {
    words.value = chosenWords;
    language.value = chosen;
  });
}

effect(() => {
  document.documentElement.lang = language.value;
});
