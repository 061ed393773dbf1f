import { parseDocument, visit } from 'yaml';
import { schemaWords } from '../../config/schema/schema-words.ts';
import { isCode } from '../../mapping/mask/harmless.ts';
import type { Masker } from '../../mapping/mask/masker.ts';
import { withoutRemarks } from '../../mapping/mask/own-files.ts';

/** A config with pseudonyms: keys, numbers, durations and choices of the schema stay. `text`: without secrets already. */
export function maskedConfig(text: string, masker: Masker): string {
  const file = parseDocument(text, { schema: 'failsafe', keepSourceTokens: false });
  if (file.contents === null) return '';
  if (file.errors.length > 0) return '# The config cannot be read as YAML, so that nothing of it is shown.\n';
  const { names, choices } = schemaWords();
  const masked = (value: string): string =>
    names.has(value) || choices.has(value) || isSetting.test(value) || isCode(value)
      ? value
      : masker.name(value);
  withoutRemarks(file);
  visit(file, {
    Collection: (_, node) => withoutRemarks(node),
    Scalar(_, node) {
      withoutRemarks(node);
      node.value = masked(String(node.value ?? ''));
    },
  });
  return file.toString({ lineWidth: 0 });
}

/** A small number, a duration, a yes or no; what was a secret. */
const isSetting = /^(\d{1,5}(\.\d+)?(ms|s|m|h|d)?|true|false|\[redacted\])$/;
