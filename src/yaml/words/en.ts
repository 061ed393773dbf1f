/** What is said of any YAML file that a schema describes, in English: what is wrong, and what to do. */
export const sentences = {
  'yaml/foreign': [
    'The file is not text in UTF-8, UTF-16 or windows-1252 here.',
    'Save it as text in UTF-8.',
  ],
  'yaml/indent': ['A tab stands here, which YAML does not allow.', 'Indent with blanks.'],
  'yaml/column': [
    'This line begins in another column than those that it stands beside.',
    'Indent it, and the lines around it, alike.',
  ],
  'yaml/twice': [
    'A name stands here for the second time.',
    'Each name may stand once; remove or rename one of them.',
  ],
  'yaml/escape': [
    'Between double quotes a backslash is not itself, but begins a special character.',
    "Put a path of Windows in single quotes: 'C:\\ERP\\out'.",
  ],
  'yaml/other': [
    'The file is not YAML here: {problem}.',
    'Look at the indentation, and put text with special characters in single quotes.',
  ],
  'yaml/own-alias': [
    'The file is not YAML here: `*{name}` stands inside what it names.',
    'Write out what is meant: a part cannot hold itself.',
  ],
  'yaml/alias': [
    'The file is not YAML here: `*{name}` names nothing.',
    'Put a value that begins with * in single quotes.',
  ],
  'yaml/aliases': [
    'The aliases of this file stand for too much text.',
    'Write the values out where they are used.',
  ],
  'unknown-key': ['`{key}` is not known {where}.', '{todo}'],
  'missing-key': ['`{path}` is missing.', '{todo}'],
  'wrong-value/name': ['`{name}` cannot be a name in `{path}`.', 'It must be {wanted}.'],
  'wrong-value/type': ['{what} is {kind}; it must be {wanted}.', '{todo}'],
  'wrong-value/choice': ['`{path}`{given} is not allowed.', '{near}Allowed: {values}.'],
  'wrong-value/empty': ['`{path}` is empty.', 'Give it a value.'],
  'wrong-value/limit': ['`{path}`{given} is not allowed.', 'It must be {wanted}.'],
} as const;

/** Parts of sentences. */
export const parts = {
  here: 'here',
  'in-part': 'in `{path}`',
  'did-you-mean': 'Did you mean `{near}`?',
  'did-you-mean-first': 'Did you mean `{near}`? ',
  'known-here': 'Known here: {keys}.',
  'known-fields': 'Known: {fields}.',
  remove: 'Remove it.',
  add: 'Add it.',
  'it-has': 'It has: {keys}.',
  described: '{text}',
  'why-none': 'there is no such file',
  'why-folder': 'it is a folder',
  'why-rights': 'the account that runs this may not read it',
  'zone-like': 'Write it like Europe/Amsterdam.',
  'rules-listed': 'docs/findings.md lists the rules.',
  'the-file': 'The file',
  setting: '`{path}`',
  quote: 'Put it in double quotes: "{value}".',
  unquote: 'Write it without quotes and without a unit.',
  give: 'Give it {wanted}.',
  'kind-text': 'text',
  'kind-number': 'a number',
  'kind-integer': 'a whole number',
  'kind-boolean': 'true or false',
  'kind-group': 'a group of settings',
  'kind-list': 'a list',
  'more-than': 'more than {limit}',
  'at-least': 'at least {limit}',
  'at-most': 'at most {limit}',
} as const;
