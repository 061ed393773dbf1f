import { fileURLToPath } from 'node:url';
import { type Benchmark, runBenchmarks } from './kit/run-benchmarks.ts';

/**
 * `npm run bench [-- NAME…]`: runs the benchmarks, all or those named, one after the other, and writes what they found to
 * bench/RESULTS.md. `npm run bench -- short [NAME…]`: those of which something is promised, smaller where that says the same. Nothing else
 * should run on the machine meanwhile: the load before each stands there. Ends with status 1 when one has missed a target.
 *
 * Two programs of this folder measure no time and are run by hand: `page-sizes.ts` and `parked-answers.ts`.
 */
const benchmarks: readonly Benchmark[] = [
  { name: 'order-latency', short: [] },
  { name: 'orders-per-second', short: ['4000'] },
  { name: 'format-orders' },
  { name: 'split-file' },
  { name: 'first-of-large-file' },
  { name: 'beside-large-work' },
  { name: 'cut-interchange' },
  { name: 'journal-writes', short: [] },
  { name: 'webhooks-per-second', short: [] },
  { name: 'large-order' },
  { name: 'large-orders-waiting' },
  { name: 'restart', short: [] },
  { name: 'search-journal', short: [] },
  { name: 'pages' },
  { name: 'order-timeline' },
  { name: 'metrics' },
  { name: 'journal-day' },
  { name: 'idle', short: [] },
  { name: 'many-gateways', short: [] },
  { name: 'gateways-at-rest' },
  { name: 'outage', short: ['10000', '30', '1000'] },
  { name: 'growth', short: ['1000', '10000', '100000'] },
  { name: 'pick-up' },
  { name: 'sftp-pick-up' },
  { name: 'bulk-drop' },
  { name: 'two-gateways' },
  { name: 'check-documents' },
  { name: 'map-order' },
  { name: 'map-replay' },
  { name: 'preview' },
  { name: 'preview-painted' },
  { name: 'large-table' },
  { name: 'export-bundle' },
  { name: 'validation-memory' },
];

const missed = await runBenchmarks({
  folder: fileURLToPath(new URL('.', import.meta.url)),
  results: fileURLToPath(new URL('RESULTS.md', import.meta.url)),
  benchmarks,
  asked: process.argv.slice(2),
});
if (missed.length > 0) {
  console.error(`\nTargets were missed, or it did not end well: ${missed.join(', ')}`);
  process.exitCode = 1;
}
