import { filingBehaviour } from '../testkit/filing-behaviour.ts';

filingBehaviour({ hardLinks: true });
