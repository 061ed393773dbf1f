import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageFile } from '../../../package.ts';
import { FileNames } from './file-names.ts';

const own = join('/', 'srv', 'secret', 'mappings');
const names = new FileNames({ own });

it('names files by whose folder they lie in, and finds them again', () => {
  const table = join(own, 'tables', 'units.csv');
  expect(names.nameOf(table)).toBe('own:tables/units.csv');
  expect(names.nameOf(packageFile('mappings', 'order-to-order.yaml'))).toBe('delivered:order-to-order.yaml');
  const place = { in: 'mapping', file: 'own:tables/units.csv', line: 3 } as const;
  expect(names.placeOf(place)).toEqual({ ...place, file: table });
});

it('says of no file in which folder of the machine it lies', () => {
  expect(names.nameOf(join('/', 'srv', 'before', 'mappings', 'a.yaml'))).toBe('a.yaml');
  expect(names.nameOf('C:\\before\\a.yaml')).toBe('a.yaml');
  expect(names.nameOf('a.xml')).toBe('a.xml');
  expect(names.cleanText(`There is no table in ${own}, nor is ${join(own, 'a.csv')} one.`)).toBe(
    'There is no table in mappings, nor is a.csv one.',
  );
});
