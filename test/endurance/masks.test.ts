import { describe } from 'vitest';
import { plantedCases } from '../../src/mapping/mask/testkit/planted-cases.ts';

describe('no planted value is in a masked document, a hundred times for each format', () =>
  plantedCases(100));
