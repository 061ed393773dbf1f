import './heap.ts';
import './thread-pool.ts';
import { runCommand } from './cli/command-line.ts';

const words = process.argv.slice(2);

// lists of processes show it instead of the runtime's path
process.title = ['scsn-gateway', ...words].join(' ');

// who wanted the first lines alone (`| head`) has closed it; a gateway goes on without
if (words[0] !== 'start')
  process.stdout.on('error', (error) => {
    if (!('code' in error && error.code === 'EPIPE')) throw error;
    process.exit();
  });

await runCommand(words);
