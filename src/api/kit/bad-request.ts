import type { z } from 'zod';
import type { LocalizedText } from '../../findings/localized-text.ts';
import { ApiProblem } from './api-problem.ts';

/**
 * What of a request its description does not allow. An address may be typed by hand, or be a link of another version: people read
 * sentences in their own language; what zod says is kept for programs.
 */
export function buildBadRequest({ issues }: z.ZodError): ApiProblem {
  const said = issues.map(describeIssue);
  return new ApiProblem(
    400,
    'bad-request',
    {
      en: `This cannot be asked: ${said.map(({ en }) => en).join('; ')}.`,
      nl: `Dit kan niet worden gevraagd: ${said.map(({ nl }) => nl).join('; ')}.`,
    },
    { issues: issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ') },
  );
}

function describeIssue(issue: z.core.$ZodIssue): LocalizedText {
  const name = quote(issue.path.join('.'));
  if (issue.code === 'unrecognized_keys') return unknown(issue.keys.map(quote).join(', '));
  if (issue.path.length === 0) return { en: 'something is missing', nl: 'er ontbreekt iets' };
  if (issue.input === undefined) return { en: `${name} is missing`, nl: `${name} ontbreekt` };
  if (issue.code === 'invalid_value') return notAmong(name, issue);
  if (issue.code === 'invalid_type' && issue.expected === 'number')
    return { en: `${name} must be a number`, nl: `${name} moet een getal zijn` };
  if ('origin' in issue && issue.origin === 'number') return odd(name);
  if (issue.code === 'too_big') return { en: `${name} is too long`, nl: `${name} is te lang` };
  if (issue.code === 'too_small') return { en: `${name} is too short`, nl: `${name} is te kort` };
  return odd(name);
}

const odd = (name: string): LocalizedText => ({
  en: `${name} is not as it should be`,
  nl: `${name} is niet zoals het moet zijn`,
});

const unknown = (names: string): LocalizedText => ({
  en: `${names} is not known`,
  nl: `${names} is niet bekend`,
});

function notAmong(name: string, { input, values }: z.core.$ZodIssueInvalidValue): LocalizedText {
  const all = values.map((value) => quote(String(value))).join(', ');
  const asked = quote(String(input).slice(0, longest));
  return {
    en: `${name} cannot be ${asked}, but ${all}`,
    nl: `${name} kan niet ${asked} zijn, wel ${all}`,
  };
}

/** Characters of what was asked that are said again. */
const longest = 40;

const quote = (text: string): string => `“${text}”`;
