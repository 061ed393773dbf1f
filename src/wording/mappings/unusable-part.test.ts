import { expect, it } from 'vitest';
import { quoteText } from '../../findings/localized-text.ts';
import type { UnusablePart } from '../../pipeline/runtime/not-usable.ts';
import { renderUnusablePart } from './unusable-part.ts';

it.each<[UnusablePart, en: string, nl: string]>([
  [
    { kind: 'mapping', name: 'order-to-exchange' },
    'The mapping order-to-exchange cannot be used.',
    'De mapping order-to-exchange is niet te gebruiken.',
  ],
  [
    { kind: 'format', name: 'acme' },
    'The format acme cannot be used.',
    'Het formaat acme is niet te gebruiken.',
  ],
  [
    { kind: 'way', name: 'orders' },
    'The mappings of channel orders do not fit each other.',
    'De mappings van kanaal orders passen niet op elkaar.',
  ],
  [
    { kind: 'schemas', folder: 'xsd', why: quoteText('no element Order') },
    'The XSDs of xsd cannot be used: no element Order',
    'De XSD’s van xsd zijn niet te gebruiken: “no element Order”',
  ],
  [{ kind: 'folder', why: { en: 'It is away.', nl: 'Hij is weg.' } }, 'It is away.', 'Hij is weg.'],
  [
    { kind: 'value-classes', why: { en: 'The class is none.', nl: 'De klasse is er geen.' } },
    'The table of lost values cannot be used: The class is none.',
    'De tabel met verloren waarden is niet te gebruiken: De klasse is er geen.',
  ],
])('says what cannot be used in the language of the reader: %j', (part, en, nl) => {
  expect([renderUnusablePart(part, 'en'), renderUnusablePart(part, 'nl')]).toEqual([en, nl]);
});
