import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Command, Option } from 'commander';
import { openDescriptions, openReferencedTexts } from '../formats/description-folders.ts';
import type { Format, LoadedFormat } from '../formats/document-format.ts';
import { renderFormatPage } from '../formats/format-page.ts';
import { type DraftedKind, draftedKinds, mappingNameOf } from '../formats/infer/drafted-kinds.ts';
import { inferFormat, inferredSyntaxes } from '../formats/infer-format.ts';
import '../scsn/schemas/libxml.ts';
import { renderCheckLine } from '../gateway/checks/check-result.ts';
import type { Language } from '../types.ts';
import { renderSampledDraft, sampleTexts } from '../wording/mappings/render-sample.ts';
import { loadNamedFormat } from '../workbench/overlay/named-format.ts';
import { requireMappingFolders } from '../workbench/overlay/named-mapping.ts';
import { renderFindingLine } from './kit/command-kit.ts';
import { chooseLanguage, spokenLanguageOption } from './kit/config-language.ts';
import { folderOption } from './kit/mapping-options.ts';
import { printFileTree } from './print-format-tree.ts';

interface Options {
  readonly mappings?: string;
  readonly language?: Language;
}

export function formatCommand(): Command {
  return new Command('format')
    .addCommand(inferCommand())
    .addCommand(tryCommand())
    .addCommand(checkCommand())
    .addCommand(docsCommand());
}

interface InferOptions {
  readonly name?: string;
  readonly out?: string;
  readonly kind?: DraftedKind;
  readonly language?: Language;
}

function inferCommand(): Command {
  return new Command('infer')
    .description(
      `guess a format from sample files (${inferredSyntaxes.join(', ')}), and begin a mapping where the headings are known`,
    )
    .argument('<files...>', 'samples of one kind; more of them guess better')
    .option('--name <name>', 'of the format; else as the first file is called')
    .addOption(
      new Option('--kind <kind>', 'what the files hold; else as they look').choices([...draftedKinds]),
    )
    .option(
      '--out <folder>',
      'your mappings: writes formats/NAME.yaml there, and NAME-to-order.yaml or NAME-to-order-response.yaml; else they are printed',
    )
    .addOption(spokenLanguageOption)
    .action(inferFiles);
}

async function inferFiles(
  files: string[],
  { name = nameOf(files[0] ?? ''), out, kind, language: asked }: InferOptions,
): Promise<void> {
  const language = await chooseLanguage(asked);
  const texts = sampleTexts[language];
  const samples = files.map((file) => readSampleFile(file, texts.noFile(file)));
  const referenced = openReferencedTexts(requireMappingFolders(undefined));
  const inferred = inferFormat(name, samples, referenced, { kind });
  if (inferred.because !== undefined) throw new Error(inferred.because[language]);
  const { format, mapping } = inferred;
  const drafted = [
    [join('formats', `${name}.yaml`), format] as const,
    ...(mapping === undefined ? [] : [[`${mappingNameOf(name, inferred.kind)}.yaml`, mapping] as const]),
  ];
  for (const [file, text] of drafted)
    if (out === undefined) console.log(`# ${file}\n${text}`);
    else writeNew(join(out, file), text, language);
  // the files may be printed into another one
  const say = out === undefined ? console.error : console.log;
  for (const line of renderSampledDraft(inferred, language)) say(line);
}

/** `Orders März.csv` -> `orders-marz`. */
const nameOf = (file: string): string =>
  basename(file)
    .replace(/\.[^.]*$/, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'format';

function readSampleFile(file: string, otherwise: string): Uint8Array {
  if (!existsSync(file)) throw new Error(otherwise);
  return readFileSync(file);
}

const read = (file: string): Uint8Array => readSampleFile(file, sampleTexts.en.noFile(file));

function writeNew(file: string, text: string, language: Language): void {
  const texts = sampleTexts[language];
  if (existsSync(file)) throw new Error(texts.isThere(file));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(texts.written(file));
}

function tryCommand(): Command {
  return new Command('try')
    .description(
      'read a file by a format: its documents as trees with the place of every value, and the findings',
    )
    .argument('<format>', 'name of a format, or its file')
    .argument('<file>', 'a file of the ERP')
    .option(...folderOption)
    .addOption(spokenLanguageOption)
    .action(async (said: string, file: string, { mappings, language: asked }: Options) => {
      const language = await chooseLanguage(asked);
      const format = printFormatFindings(loadNamedFormat(said, mappings, language), language);
      if (format !== undefined && !printFileTree(format, read(file), language)) process.exitCode = 1;
    });
}

/** The format, after its findings were printed. */
function printFormatFindings({ format, findings }: LoadedFormat, language: Language): Format | undefined {
  for (const finding of findings) console.error(renderFindingLine(finding, language));
  if (format === undefined) process.exitCode = 1;
  return format;
}

function checkCommand(): Command {
  return new Command('check')
    .description('check format files: names, columns, types, nesting')
    .argument('[formats...]', 'names or files; all of them without any')
    .option(...folderOption)
    .addOption(spokenLanguageOption)
    .action(async (said: string[], { mappings, language: asked }: Options) => {
      const language = await chooseLanguage(asked);
      const all = said.length > 0 ? said : openDescriptions(requireMappingFolders(mappings)).names;
      for (const one of all) {
        const format = printFormatFindings(loadNamedFormat(one, mappings, language), language);
        console.log(renderCheckLine(format === undefined ? 'wrong' : 'ok', one, language));
      }
    });
}

function docsCommand(): Command {
  return new Command('docs')
    .description("write a page for each format: what a partner or the ERP's programmer has to know")
    .option(...folderOption)
    .option('--out <folder>', 'where the pages go', 'format-docs')
    .action(async ({ mappings, out }: Options & { readonly out: string }) => {
      const language = await chooseLanguage(undefined);
      const { names, load } = openDescriptions(requireMappingFolders(mappings), undefined, language);
      mkdirSync(out, { recursive: true });
      for (const name of names) {
        const found = load(name);
        const page =
          found &&
          printFormatFindings(found, language) &&
          renderFormatPage(found.text, found.file, openReferencedTexts(requireMappingFolders(mappings)));
        if (page === undefined) continue;
        writeFileSync(join(out, `${name}.md`), page);
        console.log(`wrote ${join(out, `${name}.md`)}`);
      }
    });
}
