import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findNearest } from '../findings/nearest-names.ts';
import { isPathWithin } from '../system/path-containment.ts';
import { isRegularFile } from '../system/regular-file.ts';
import { decodeSavedText } from '../text/text-file.ts';
import type { Finding, Language } from '../types.ts';
import { part } from '../yaml/yaml-sentences.ts';
import type { LoadedDescription } from './define-syntax.ts';
import { commonSentence } from './describe/common-sentences.ts';
import { hasError, openDescription, syntaxNameOf } from './describe/parse-description.ts';
import { noReferencedTexts, type ReadNearby, type ReferencedTexts } from './describe/referenced-texts.ts';
import type { Format, ReadOptions } from './document-format.ts';
import { fileLooks, findSyntax, syntaxes } from './syntaxes.ts';

/**
 * The format that a file describes. `file`: its path, for findings. `referenced`: the texts of formats and directories that it may
 * name; `readNearby`: files that lie beside it, on the disk by default; `language`: of the findings. Never throws for what the text says.
 */
export function buildDescribedFormat(
  text: string,
  file: string,
  referenced: ReferencedTexts = noReferencedTexts,
  readNearby: ReadNearby = readNearbyOnDisk(file),
  language: Language = 'en',
): LoadedDescription {
  const opened = openDescription(text, file, language);
  if (hasError(opened.findings)) return { findings: opened.findings };
  const syntax = findSyntax(syntaxNameOf(opened));
  if (syntax === undefined) return { findings: [...opened.findings, explainUnknownSyntax(opened)] };
  const loaded = syntax.load({ ...opened, text, referenced, readNearby, fileLooks });
  return loaded.format === undefined ? loaded : { ...loaded, format: withFindingOptions(loaded.format) };
}

/**
 * What is a warning, or waits for a person, has the severity that the channel gives it; what refuses a document stays. Of a document
 * that was read before without an error the tree alone is wanted.
 */
function withFindingOptions(format: Format): Format {
  return {
    ...format,
    cut(bytes, options = {}) {
      const adjust = adjustBy(options.severities);
      const cut = format.cut(bytes, options);
      const documents = cut.documents.map((one) =>
        one.findings ? { ...one, findings: adjust(one.findings) } : one,
      );
      return { ...cut, documents, findings: adjust(cut.findings) };
    },
    read(document, options = {}) {
      const read = format.read(document, options);
      if (options.known && read.tree !== undefined) return { tree: read.tree, findings: [] };
      return { ...read, findings: adjustBy(options.severities)(read.findings) };
    },
  };
}

const adjustBy =
  (severities: ReadOptions['severities'] = {}) =>
  (findings: readonly Finding[]): readonly Finding[] =>
    findings.flatMap((found) => {
      const severity = found.severity === 'error' ? undefined : severities[found.code];
      if (severity === 'off') return [];
      return severity === undefined ? [found] : [{ ...found, severity }];
    });

/** Files that lie beside a description. */
const readNearbyOnDisk =
  (file: string): ReadNearby =>
  (path) => {
    const beside = join(dirname(file), path);
    return isRegularFile(beside) && isPathWithin(dirname(file), beside)
      ? decodeSavedText(readFileSync(beside))
      : undefined;
  };

function explainUnknownSyntax(opened: ReturnType<typeof openDescription>): Finding {
  const { source } = opened;
  const given = syntaxNameOf(opened);
  const names = syntaxes.map(({ name }) => name);
  const known = part('known-fields', { fields: names.join(', ') });
  if (given === undefined)
    return source.sharedFinding('missing-key', ['syntax'], { path: 'syntax', todo: known });
  const near = findNearest(String(given), names);
  const todo = near === undefined ? known : part('did-you-mean', { near });
  return source.findingAt(commonSentence('format-wrong-value/syntax'), ['syntax'], {
    given: String(given),
    todo,
  });
}
