import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { buildFile, packageFile } from '../../src/package.ts';
import { nodeOptions } from '../../src/service/service-site.ts';
import type { CrashPoint } from '../../src/system/crash-point.ts';
import { hasSignals } from './machine.ts';
import { until } from './site.ts';

const root = new URL('../../', import.meta.url);
/** From the build of the sources, where there is one: src/package.ts. */
export const gatewayProgram = buildFile('main.js') ?? packageFile('src', 'main.ts');

/** What the package runs; `npm run build` makes it. */
export const built = fileURLToPath(new URL('bin/gateway.js', root));

/** Passwords stand in the configs of tests: no news. */
const tell = (line: string): void => {
  if (!line.includes(' warning: ')) console.error(line);
};

/** A gateway in a process of its own, to be killed. */
export class GatewayProcess {
  readonly #child: ChildProcess;
  #said = '';

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.stdout?.on('data', (chunk: Buffer) => {
      this.#said += chunk.toString();
    });
    if (child.stderr) createInterface(child.stderr).on('line', tell);
  }

  /** Begins a command; `point` is where it will end itself, `program` what is run instead of the source, `within` what runs it. */
  static spawn(
    config: string,
    point?: CrashPoint,
    program = gatewayProgram,
    command = 'start',
    within: readonly string[] = [],
  ): GatewayProcess {
    // as the archives and services start it
    const env = { MALLOC_ARENA_MAX: '2', ...process.env, ...(point ? { GATEWAY_CRASH_POINT: point } : {}) };
    const node = [process.execPath, nodeOptions, program, command, '--config', config];
    const [first = '', ...rest] = [...within, ...node];
    const child = spawn(first, rest, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env,
    });
    return new GatewayProcess(child);
  }

  /** Resolves when it says that it runs. */
  static async start(
    config: string,
    program = gatewayProgram,
    within?: readonly string[],
  ): Promise<GatewayProcess> {
    const started = GatewayProcess.spawn(config, undefined, program, 'start', within);
    await until('the gateway to start', () => {
      if (started.over()) throw new Error(`the gateway ended: ${started.#said}`);
      return started.#said.includes('gateway started') ? true : undefined;
    });
    return started;
  }

  /** What it has logged so far. */
  get log(): string {
    return this.#said;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  over(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Resolves to the signal that ended it, null when it ended by itself. Windows has no signals: a process that was killed says 1. */
  async gone(seconds = 60): Promise<NodeJS.Signals | null> {
    await until('the gateway to end', () => (this.over() ? true : undefined), seconds);
    const killed = !hasSignals && this.#child.exitCode === 1;
    return killed ? 'SIGKILL' : this.#child.signalCode;
  }

  /** Stands still, as a machine that is suspended. */
  pause(): void {
    this.#child.kill('SIGSTOP');
  }

  goOn(): void {
    this.#child.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    if (this.over()) return;
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await gone;
  }
}
