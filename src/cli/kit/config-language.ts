import { existsSync } from 'node:fs';
import { Option } from 'commander';
import { openConfigSource } from '../../config/load/open-config-source.ts';
import { type Language, languages } from '../../types.ts';
import { resolveFromCaller } from './command-kit.ts';
import { speakTo } from './spoken-language.ts';

/** Of commands that need no config, and speak as it says where there is one. */
export const spokenLanguageOption = new Option(
  '--language <language>',
  'of what is said (default: the `language` of gateway.yaml, where that lies here)',
).choices(languages);

/** As it was asked for, else as the config here says. */
export async function chooseLanguage(asked: Language | undefined): Promise<Language> {
  const language = asked ?? (await readLanguage(resolveFromCaller('gateway.yaml')));
  speakTo(language);
  return language;
}

async function readLanguage(config: string): Promise<Language> {
  if (!existsSync(config)) return 'en';
  return (await openConfigSource(config)).source?.language ?? 'en';
}
