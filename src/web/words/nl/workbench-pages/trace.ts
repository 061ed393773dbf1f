import type { Words } from '../../en.ts';

export const trace: Words['trace'] = {
  traceTitle: (value) => `Waar “${value}” vandaan komt`,
  traceNone: 'Geen waarde van het resultaat komt hiervandaan.',
  traceHint:
    'Klik op een waarde, een mappingregel of een regel van het document om te zien waar het vandaan komt en waar het heen gaat.',
  morePlaces: (count) => (count === 1 ? 'nog 1 plaats' : `nog ${count} plaatsen`),
  throughMappings: (count) => `door ${count} mappings`,
  erpWrote: (line) => `document, regel ${line}`,
  record: (record) => `record ${record}`,
  known: 'bekend naast het document',
  path: 'pad',
  chose: 'bepaald door',
  table: (name) => `tabel ${name}`,
  rule: (name, line) => `mapping ${name}, regel ${line}`,
  constant: 'vaste waarde',
  converted: 'geschreven als',
  inResult: 'resultaat',
};
