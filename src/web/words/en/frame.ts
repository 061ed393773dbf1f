/** What stands on every page: loaded with the first of them. */
export { deciding } from './deciding.ts';
export { shell } from './shell.ts';
export { states } from './states.ts';
