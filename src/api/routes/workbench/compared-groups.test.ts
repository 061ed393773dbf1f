import { expect, it } from 'vitest';
import type { CompareReport } from '../../../replay/compare/compare-report.ts';
import { listComparedGroups } from './compared-groups.ts';

const example = (what: string) => ({ id: 7, name: 'order.xml', what });

const outcome = (why: string, what: string) => ({
  ...{ from: 'deliver', to: 'wait', why, count: 1, examples: [example(what)] },
});

const report = (why: string): CompareReport => ({
  ...{ messages: 2, of: 2, same: 0, otherwise: 1, otherValues: 0, controlled: 2, endless: 0 },
  ...{ reasons: [], values: [], paths: [], freed: [], cannotBeTold: [], notReproducible: [] },
  outcomes: [outcome('table-miss', 'The mapping made nothing of it.')],
  notComparable: [{ why, count: 1, examples: [example('')] }],
  onceMore: { count: 0, examples: [], channels: [] },
  leftOut: { outcomes: 0, reasons: 0, values: 0 },
});

it.each([
  [
    'what was delivered of its order before is not kept',
    'wat eerder van deze order is afgeleverd, is niet bewaard',
  ],
  ['its channel is no longer in the config', 'het kanaal ervan staat niet meer in de config'],
  [
    'the running version says wait now, and said deliver then',
    'de versie die draait komt nu tot wachten, en kwam toen tot afleveren',
  ],
  [
    'it was never sent (parked), and would be sent something else',
    'het is nooit verstuurd (geparkeerd), en er zou iets anders gaan',
  ],
  ['Een reden van uzelf.', 'Een reden van uzelf.'],
])('says in the language of the reader why nothing can be compared: %s', (why, dutch) => {
  const groups = listComparedGroups(report(why), 'nl');
  expect(groups).toMatchObject([
    { section: 'worse', why: 'table-miss', examples: [{ what: 'De mapping heeft er niets van gemaakt.' }] },
    { section: 'unknown', why: dutch },
  ]);
  expect(listComparedGroups(report(why), 'en').at(-1)?.why).toBe(why);
});
