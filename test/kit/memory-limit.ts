import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';

/** A real limit on the memory of a process and what it starts: beyond it the kernel ends it. */
export interface MemoryLimit {
  /** What is written before a command that is to run within it. */
  readonly prefix: readonly string[];
  end(): void;
}

const groups = [
  { folder: '/sys/fs/cgroup/memory', file: 'memory.limit_in_bytes' },
  { folder: '/sys/fs/cgroup', file: 'memory.max' },
];

/** Undefined where neither systemd nor a cgroup can be had: no rights, another system. */
export function memoryLimit(bytes: number): MemoryLimit | undefined {
  return viaGroup(bytes) ?? viaSystemd(bytes);
}

function viaGroup(bytes: number): MemoryLimit | undefined {
  for (const { folder, file } of groups) {
    const path = `${folder}/scsn-gateway-test-${process.pid}`;
    try {
      mkdirSync(path);
      if (!existsSync(`${path}/${file}`)) throw new Error('no memory here');
      writeFileSync(`${path}/${file}`, String(bytes));
      return {
        prefix: ['sh', '-c', `echo $$ > ${path}/cgroup.procs && exec "$@"`, 'sh'],
        end: () => rmdirSync(path),
      };
    } catch {
      if (existsSync(path)) rmdirSync(path);
    }
  }
  return undefined;
}

function viaSystemd(bytes: number): MemoryLimit | undefined {
  const prefix = ['systemd-run', '--scope', '--quiet', '-p', `MemoryMax=${bytes}`, '-p', 'MemorySwapMax=0'];
  const [command = '', ...rest] = [...prefix, 'true'];
  const { status } = spawnSync(command, rest, { stdio: 'ignore' });
  return status === 0 ? { prefix, end: () => undefined } : undefined;
}
