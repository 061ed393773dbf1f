/** Findings on mapping files, tables and fixtures: on load, on check, and on reload. */
export const mappingCodes = {
  'mapping-not-found': ['There is no mapping of that name.', 'Check the name under `map:` and the folder.'],
  'mapping-yaml': [
    'The file is no YAML, or uses something of YAML that mappings do not.',
    'Look at the indent; put the expression in double quotes.',
  ],
  'mapping-rule': [
    'A section, or a `$` key of a rule, is unknown or stands in the wrong place.',
    'Write the nearest right name, which it gives.',
  ],
  'mapping-override': [
    'An own mapping removes or overrides a member, variable or clause that the delivered one does not have (any more).',
    'Write the nearest right name, which it gives; after an upgrade, look at `gateway map diff`.',
  ],
  'mapping-xpath': [
    'An expression cannot be read, calls what there is not, or would give a wrong answer, such as `+` on decimals.',
    'Write what it proposes.',
  ],
  'mapping-path': [
    'The source has no such element or attribute; or it may be there several times for one target (warning).',
    'Write the nearest right name; choose one value or join them.',
  ],
  'mapping-target': [
    'The target has no such member, wants another shape, needs a member without a rule, or has no such value.',
    'Write the nearest right name or value, which it gives.',
  ],
  'mapping-table': [
    'A table cannot be read, a key stands twice or looks stripped of its zeros, or the target has no such value.',
    'Correct the line of the CSV file.',
  ],
  'mapping-file': [
    'A file of the own folder that nobody reads (`.yml`, a table that no mapping names, a link that leads out of the folder), or one of a pair of tables that was changed alone (warnings).',
    'Rename or remove it, or put the files in the place of the link; look at the other table of the pair.',
  ],
  'fixture-differs': [
    'An own fixture does not give what it expects, so the edit is not taken up.',
    'Look at it with `gateway map test`; `--update` takes the new result over.',
  ],
  'mappings-not-used': [
    'Edited mappings are not taken up, or the folder is not there; what ran before runs on. In the log, on `/health` and in `gateway check`.',
    'Mend what it names; nothing needs to be started anew.',
  ],
} as const;

export type MappingCode = keyof typeof mappingCodes;
