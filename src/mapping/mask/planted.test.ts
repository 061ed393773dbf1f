import { describe } from 'vitest';
import { plantedCases } from './testkit/planted-cases.ts';

describe('no planted value is in a masked document', () => plantedCases(4));
