import { isPair, isScalar, parseDocument, visit } from 'yaml';
import { schemaWords } from './schema/schema-words.ts';

/**
 * The text of a config without what is secret in it: values of keys that name one, and of keys that there are not (a misspelt one may
 * be that of a password), what stands before `@` in an address and behind `?`, whole addresses that alarms are sent to, secret
 * webhook paths, what has a name of YAML to be meant elsewhere. Where a secret comes from (`${…}`) is none.
 */
export function redactConfig(text: string): string {
  const document = parseDocument(text, { keepSourceTokens: false });
  if (document.errors.length > 0)
    return '# The config cannot be read as YAML, so that nothing of it is shown.\n';
  const isOpen = /\baddresses:/.test(text);
  visit(document, {
    Scalar(_, node, path) {
      const value = node.source ?? String(node.value ?? '');
      if (value === '' || /^\$\{[^}]+\}$/.test(value)) return;
      const keys = path.flatMap((one) => (isPair(one) && isScalar(one.key) ? String(one.key.value) : []));
      const pair = path.at(-1);
      // a key is no value
      if (isPair(pair) && pair.key === node) return;
      const clean = node.anchor === undefined ? redactedValue(value, keys, isOpen) : redacted;
      if (clean !== value) node.value = clean;
    },
  });
  // what stands behind a # may be a password that was used once
  return document
    .toString({ lineWidth: 0 })
    .replace(/^\s*#.*\n/gm, '')
    .replace(/ #.*$/gm, '');
}

const redacted = '[redacted]';
const secret = /pass|pwd|token|bearer|secret|private.?key$|^key$/i;
/** A misspelt name of a password must not show it: under `auth` these alone do. */
const openAuthKeys = ['email', 'mode', 'user', 'addresses'];

function redactedValue(value: string, keys: readonly string[], isOpen: boolean): string {
  if (keys.some((key) => secret.test(key) && key !== 'hostKey')) return redacted;
  if (keys.includes('auth') && !openAuthKeys.includes(keys.at(-1) ?? '')) return redacted;
  const { names, choices } = schemaWords();
  if (!names.has(keys.at(-1) ?? '') && !choices.has(value)) return redacted;
  if (keys.includes('alarms') && keys.at(-1) === 'url')
    return value.replace(/^(\w+:\/\/[^/?#]*).*/, '$1/[redacted]');
  if (isOpen && keys.at(-1) === 'webhook') return redacted;
  return value
    .replace(/(\w+:\/\/).*@/g, '$1[redacted]@')
    .replace(/\b(\w*pass\w*|pwd)\s*=.*/gi, '$1=[redacted]')
    .replace(/(\w+:\/\/[^?\s]*\?).*/g, '$1[redacted]');
}
