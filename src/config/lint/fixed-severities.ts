import { findingSeverities, isRecordCode } from '../../findings/finding-codes.ts';
import { listSyntaxFindings } from '../../formats/syntax-findings.ts';
import { findWhyFixed } from '../../scsn/changeable-severities.ts';
import type { Language } from '../../types.ts';
import { part, type Values } from '../../yaml/yaml-sentences.ts';
import { type ConfigSentenceName, renderConfigSentence } from '../config-sentences.ts';

/** What is to be said where the severity of a code cannot be chosen. */
export function findFixedSeverity(code: string): readonly [ConfigSentenceName, Values] | undefined {
  const severity = isRecordCode(code)
    ? findingSeverities[code]
    : listSyntaxFindings().find((one) => one.code === code)?.severity;
  if (severity === 'error') return ['config-unknown-rule/fixed', { code }];
  const wrong = severity === undefined ? findWhyFixed(code) : undefined;
  if (wrong === undefined) return undefined;
  if (wrong === 'fixed') return ['config-unknown-rule/fixed', { code }];
  const { near } = wrong;
  const todo = near === undefined ? part('rules-listed') : part('did-you-mean', { near });
  return ['config-unknown-rule/unknown', { code, todo }];
}

/** The same in words. */
export function explainFixedSeverity(
  code: string,
  language: Language = 'en',
): ReturnType<typeof renderConfigSentence> | undefined {
  const sentence = findFixedSeverity(code);
  return sentence && renderConfigSentence(...sentence, language);
}
