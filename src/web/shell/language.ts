import { computed, signal } from '@preact/signals';
import { en, type Words, type WordsName } from '../words/en.ts';
import { nl } from '../words/nl.ts';

export type Language = 'en' | 'nl';

const kept = 'gateway-language';

function firstLanguage(): Language {
  const chosen = localStorage.getItem(kept) ?? navigator.language;
  return chosen.startsWith('nl') ? 'nl' : 'en';
}

export const language = signal<Language>(firstLanguage());
document.documentElement.lang = language.value;

/** Loads the page anew, since the texts of the gateway are in the language that they were asked for in. */
export function chooseLanguage(chosen: Language): void {
  localStorage.setItem(kept, chosen);
  location.reload();
}

const loaded = signal<Partial<Words>>({});

/** The words of the reader's language: those of the frame, and those that the route of the page names (a test holds them together). */
export const words = computed(() => loaded.value as Words);

/** Of the bar, and of the states that every page has. */
export const frameWords: readonly WordsName[] = ['deciding', 'shell', 'states'];

/** Rejects where the gateway cannot be reached. */
export async function loadWords(names: readonly WordsName[]): Promise<void> {
  const sources = language.value === 'nl' ? nl : en;
  const modules = await Promise.all(names.map((name) => sources[name]()));
  loaded.value = Object.assign({}, loaded.value, ...modules);
}
