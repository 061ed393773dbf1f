/** Codes of findings on descriptions, for the manual. */
export type DescriptionCodes = Readonly<Record<string, readonly [message: string, advice: string]>>;

/** Findings on the file of a format that several syntaxes have; those of one stand with it. */
export const formatCodes = {
  'format-not-found': [
    'There is no format of that name.',
    'Check the name under `document:`, `from:` or `to:`.',
  ],
  'format-unreadable': ["A format's file cannot be read.", 'Check its path and rights.'],
  'format-yaml': [
    "A format's file is no YAML.",
    'Look at the indent; put texts with signs in double quotes.',
  ],
  'format-unknown-key': ['A name is not known there.', 'Write the nearest right name, which it gives.'],
  'format-missing-key': ['Something that must be there is not.', 'Add it.'],
  'format-wrong-value': ['A value is not allowed there.', 'Write what it proposes.'],
  'format-name': ["A format's name and that of its file are not the same.", 'Rename one of them.'],
  'format-tree': [
    'A name of the tree cannot be one, stands twice, or its nesting cannot be read from rows.',
    'Write what it proposes.',
  ],
  'format-column': [
    'A column stands twice, is named though there are no headings, or is not there.',
    'Write what it proposes.',
  ],
  'format-record': [
    'A record is not described, or not in the tree.',
    'Write the nearest right name, which it gives.',
  ],
} as const satisfies DescriptionCodes;
