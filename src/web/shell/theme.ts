import { effect, signal } from '@preact/signals';

type Theme = 'light' | 'dark' | undefined;

const kept = 'gateway-theme';

const readTheme = (): Theme => {
  const chosen = localStorage.getItem(kept);
  return chosen === 'light' || chosen === 'dark' ? chosen : undefined;
};

/** Undefined: as the system says. */
const theme = signal(readTheme());

const isDark = (): boolean =>
  theme.value === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme.value === 'dark';

export function switchTheme(): void {
  theme.value = isDark() ? 'light' : 'dark';
  localStorage.setItem(kept, theme.value);
}

effect(() => {
  const { dataset } = document.documentElement;
  if (theme.value === undefined) delete dataset.theme;
  else dataset.theme = theme.value;
});
