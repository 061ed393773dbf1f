import { computed, signal } from '@preact/signals';
import type { Words, WordsName } from '../words/en.ts';

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

const loadLanguage = () => (language.value === 'nl' ? import('../words/nl.ts') : import('../words/en.ts'));

/** These, and those of the frame, which come with the list of the others. Rejects where the gateway cannot be reached. */
export async function loadWords(names: readonly WordsName[]): Promise<void> {
  const { frameWords, pageWords } = await loadLanguage();
  const modules = await Promise.all(names.map((name) => pageWords[name]()));
  loaded.value = Object.assign({}, loaded.value, frameWords, ...modules);
}
