import { existsSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { packageFile } from '../../package.ts';
import { listFilesBelow } from '../../system/file-source.ts';
import { decodeSavedText } from '../../text/text-file.ts';
import { parseSchematron, type RuleSet } from './schematron-file.ts';

/** The folder that comes with the gateway. */
export const deliveredRules = packageFile('schemas', 'rules');

/** The rules that come with the gateway, without the XSDs. */
export function loadDeliveredRules(): RuleSet {
  return parseSchematron(readTextsBelow(deliveredRules, '.sch'));
}

/** The files with that ending in a folder and below it, by their names in it, with `/`. Throws an Error where there is no such folder. */
export function readTextsBelow(folder: string, extension: string): Map<string, string> {
  if (!existsSync(folder)) throw new Error(`The folder ${folder} is not there`);
  const names = listFilesBelow(folder)
    .filter((path) => path.endsWith(extension))
    .map((path) => relative(folder, path))
    .sort();
  return new Map(
    names.map((name) => [name.split(sep).join('/'), decodeSavedText(readFileSync(join(folder, name)))]),
  );
}
