import { measurePages } from '../packaging/measure-pages.ts';

/** How much script does a reader of the pages load? In kB, gzipped, words of one language among them. */

const visit = ['/', '/find', '/orders/:number', '/messages/:id'];

const { paths, sizeOfVisit } = await measurePages();
const inKilobytes = (bytes: number): string => (bytes / 1_000).toFixed(1).padStart(6);
const row = (name: string, pages: readonly string[]): string =>
  `${name.padEnd(44)}${inKilobytes(sizeOfVisit('en', pages))}${inKilobytes(sizeOfVisit('nl', pages))}`;

console.log(`${'opened first, with nothing loaded before'.padEnd(44)}    en    nl`);
console.log(row('frame', []));
for (const path of paths) console.log(row(path, [path]));
console.log('one after the other');
for (const n of visit.keys()) console.log(row(visit.slice(0, n + 1).join(' '), visit.slice(0, n + 1)));
