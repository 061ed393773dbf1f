/** Where a value comes from: the strip below the panes. */
export const trace = {
  traceTitle: (value: string) => `Where “${value}” comes from`,
  traceNone: 'No value of the result comes from here.',
  traceHint: 'Click a value, a rule or a line of the document to see where it comes from and where it goes.',
  morePlaces: (count: number) => (count === 1 ? '1 more place' : `${count} more places`),
  throughMappings: (count: number) => `through ${count} mappings`,
  erpWrote: (line: number) => `document, line ${line}`,
  record: (record: number) => `record ${record}`,
  known: 'known beside the document',
  path: 'path',
  chose: 'decided by',
  table: (name: string) => `table ${name}`,
  rule: (name: string, line: number) => `rule, ${name} line ${line}`,
  constant: 'constant',
  converted: 'written as',
  inResult: 'result',
};
