import type { LeafType, Members } from '../models/model-shape.ts';

/**
 * JSON text with every member of a model filled once, each with a value of its own, so that a value that comes back
 * elsewhere is not taken for the one that went. `fixed`: values that must fit others, by the end of their path.
 */
export function everything(members: Members, fixed: ReadonlyMap<string, string>): string {
  let count = 10;
  const leaf = (type: LeafType, name: string): string => {
    count += 1;
    if (type === 'decimal') return `${count}.50`;
    if (type === 'integer') return String(count);
    if (type === 'boolean') return 'true';
    if (type === 'date') return `"2026-12-${(count % 19) + 10}"`;
    if (type === 'datetime') return '"2026-11-02T08:30:00"';
    if (type === 'uri') return `"https://docs.example/${count}.pdf"`;
    return JSON.stringify(type === 'identifier' ? `${name}-${count}` : `${name} ${count}`);
  };
  const object = (inside: Members, path: string): string => {
    const parts = Object.entries(inside).flatMap(([written, value]) => {
      const name = written.replace(/[[\]!]/g, '');
      const below = `${path}/${name}`;
      const special = [...fixed].find(([end]) => below.endsWith(end))?.[1];
      if (special === '') return [];
      const text = special ?? (typeof value === 'string' ? leaf(value, name) : object(value, below));
      return [`${JSON.stringify(name)}:${written.includes('[]') ? `[${text}]` : text}`];
    });
    return `{${parts.join()}}`;
  };
  return object(members, '');
}
