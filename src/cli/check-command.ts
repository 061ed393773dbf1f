import { Command, Option } from 'commander';
import { loadConfig } from '../config/load/load-config.ts';
import type { Config } from '../config/schema/config-schema.ts';
import { type LocalizedText, localize } from '../findings/localized-text.ts';
import { renderFindingLine } from '../findings/render-finding-line.ts';
import { allChecks, runChecks } from '../gateway/checks/all-checks.ts';
import { checkExchange } from '../gateway/checks/check-exchange.ts';
import { checkMappings } from '../gateway/checks/check-mappings.ts';
import { checkPlaceholders } from '../gateway/checks/check-placeholders.ts';
import {
  type CheckResult,
  labels,
  type MappingCheckResult,
  renderCheckLine,
  renderCheckResult,
} from '../gateway/checks/check-result.ts';
import { findReadableByOthers, listPrivateFiles } from '../gateway/checks/file-rights.ts';
import { type Language, languages } from '../types.ts';
import { addConfigOption } from './kit/command-kit.ts';

interface Options {
  readonly config: string;
  readonly offline: boolean;
  readonly language?: Language;
}

export function checkCommand(): Command {
  return addConfigOption(new Command('check'))
    .option('--offline', 'do not ask the exchange', false)
    .addOption(
      new Option('--language <language>', 'of what is said (default: the `language` of the config)').choices(
        languages,
      ),
    )
    .action(async ({ config: path, offline, language: asked }: Options) => {
      const { config, findings, language = asked ?? 'en' } = await loadConfig(path, process.env, asked);
      for (const finding of findings) console.error(renderFindingLine(finding, language));
      const says = new CheckPrinter(language);
      const level = config === undefined ? 'wrong' : findings.length > 0 ? 'warn' : 'ok';
      says.printLine(level, localize('found-config', { path }));
      if (config) await checkAll({ ...config, language }, says, { path, offline });
      says.printEnd();
      process.exitCode = says.isWrong ? 1 : 0;
    });
}

/** What was found, as it is told; the worst of it decides how it ends. */
class CheckPrinter {
  readonly language: Language;
  readonly #levels = new Set<CheckResult['level']>();

  constructor(language: Language) {
    this.language = language;
  }

  get isWrong(): boolean {
    return this.#levels.has('wrong');
  }

  printResult(found: MappingCheckResult): void {
    this.#levels.add(found.level);
    for (const line of renderCheckResult(found, this.language)) console.log(line);
  }

  printLine(level: CheckResult['level'], text: LocalizedText): void {
    this.#levels.add(level);
    console.log(renderCheckLine(level, text[this.language], this.language));
  }

  printEnd(): void {
    const marked = (['warn', 'open'] as const).filter((level) => this.#levels.has(level));
    const [one, other] = marked.map((level) => `\`${labels[this.language][level]}\``);
    const marks = other === undefined ? (one ?? '') : localize('mark-and', { one: one ?? '', other });
    const right = one === undefined ? localize('all-right') : localize('all-but', { marks });
    console.log((this.isWrong ? localize('something-wrong') : right)[this.language]);
  }
}

interface CheckOptions {
  readonly path: string;
  readonly offline: boolean;
}

async function checkAll(config: Config, says: CheckPrinter, { path, offline }: CheckOptions): Promise<void> {
  for await (const found of runChecks(allChecks, config)) says.printResult(found);
  for await (const found of checkMappings(config)) says.printResult(found);
  for (const warning of findReadableByOthers(listPrivateFiles(config, path))) says.printLine('warn', warning);
  if (offline || checkPlaceholders(config).length > 0) return;
  for (const found of await checkExchange(config)) says.printResult(found);
}
