import { crashes, holdsAfter } from '../kit/crashes.ts';

/** Every point of the way; `npm test` takes some of them. */
holdsAfter(crashes);
