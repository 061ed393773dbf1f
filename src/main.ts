import './heap.ts';
import './thread-pool.ts';
import { runCommand } from './cli/command-line.ts';

const words = process.argv.slice(2);

// lists of processes show it instead of the runtime's path
process.title = ['scsn-gateway', ...words].join(' ');

await runCommand(words);
