import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { orderXml } from '../../test/kit/documents.ts';
import { built, GatewayProcess } from '../../test/kit/process.ts';

let isBuilt = false;

/**
 * Builds the package as it is now, once for all gateways of a benchmark; answers the program that users run, which is quicker and smaller
 * than the source.
 */
export function buildGateway(): string {
  if (!isBuilt)
    execFileSync('npm', ['run', 'build'], { cwd: fileURLToPath(new URL('../..', import.meta.url)) });
  isBuilt = true;
  return built;
}

/** A gateway in a process of its own, in a folder of its own, with the settings a user would have. */
export class BenchSite {
  readonly folder = mkdtempSync(join(tmpdir(), 'bench-'));
  #gateway: GatewayProcess | undefined;

  /** The config without the exchange's rate limit: it is the gateway that is measured. */
  configure(
    exchange: string,
    channels: Readonly<Record<string, unknown>>,
    http?: unknown,
    account: unknown = {
      companyId: '6b1d1f6e-0000-4000-8000-000000000001',
      auth: { email: 'bench@example.com', password: 'bench' },
    },
  ): void {
    const config = {
      exchange: {
        baseUrl: exchange,
        ...Object(account),
        rate: { perSecond: 1000, parallel: 8 },
      },
      journal: { sqlite: 'data/journal.db' },
      ...(http === undefined ? {} : { http }),
      channels,
    };
    writeFileSync(this.path('gateway.yaml'), stringify(config));
  }

  path(...names: readonly string[]): string {
    return join(this.folder, ...names);
  }

  make(folder: string): string {
    mkdirSync(this.path(folder), { recursive: true });
    return this.path(folder);
  }

  async start(): Promise<GatewayProcess> {
    this.#gateway = await GatewayProcess.start(this.path('gateway.yaml'), buildGateway());
    return this.#gateway;
  }

  async close(): Promise<void> {
    await this.#gateway?.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** As an ERP does that renames into place. */
export function renameInto(folder: string, name: string, bytes: Uint8Array): void {
  writeFileSync(join(folder, `${name}.tmp`), bytes);
  renameSync(join(folder, `${name}.tmp`), join(folder, name));
}

/** An order of about 10 kB. */
export function tenKilobytes(number: string): Buffer {
  const lines = Array.from({ length: 9 }, (_, index) => ({ id: `${(index + 1) * 10}` }));
  return orderXml({ number, lines });
}

/** Bytes that a process has given to disks, since it began (Linux). */
export function writtenBy(pid: number): number {
  return Number(/^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1] ?? Number.NaN);
}

/** Megabytes of a process: the most it ever had resident, and what it has now (Linux). */
export function memoryOf(pid: number): { readonly peak: number; readonly now: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (what: string): number =>
    Math.round(Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1000);
  return { peak: megabytes('VmHWM'), now: megabytes('VmRSS') };
}
