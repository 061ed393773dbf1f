import { expect, it } from 'vitest';
import { internalize } from './internalize.ts';

it.each(['OrderLine', 'urn:x:y', '', '0', '12', '__proto__', 'constructor', ' a ', 'é', '\u{1F600}'])(
  'a text stays what it is: %j',
  (text) => {
    expect(internalize(text)).toBe(text);
  },
);
