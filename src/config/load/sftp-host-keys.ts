import { isMap, isScalar, type Pair, visit, type YAMLMap } from 'yaml';
import { z } from 'zod';
import { type Algorithms, algorithms } from '../schema/folder-schema.ts';
import { ConfigSource } from './config-source.ts';
import { fillPlaceholders, type PlaceholderSources } from './fill-placeholders.ts';

export interface SftpServer {
  readonly host: string;
  readonly port: number;
}

/** Where the config names a server, and the fingerprint it has for it now. */
export interface HostKeyEntry {
  readonly line: number;
  readonly hostKey: string | undefined;
  readonly algorithms: Algorithms | undefined;
}

/** A stretch of the text and what comes in its place. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The text of a config, looked at for what it says of one SFTP server. */
export class HostKeyEditor {
  readonly entries: readonly HostKeyEntry[];
  readonly #text: string;
  readonly #server: SftpServer;
  readonly #around: PlaceholderSources;
  readonly #source: ConfigSource;
  readonly #ends: readonly YAMLMap[];

  constructor(text: string, server: SftpServer, around: PlaceholderSources) {
    this.#text = text;
    this.#server = server;
    this.#around = around;
    this.#source = new ConfigSource('', text);
    fillPlaceholders(this.#source, around);
    this.#ends = this.#sftpEnds().filter((end) => isOf(end, server));
    this.entries = this.#ends.map((end) => this.#placeOf(end));
  }

  /**
   * The text with this fingerprint for the server, comments and everything else as it was; undefined when that cannot be
   * done for sure.
   */
  withHostKey(hostKey: string): string | undefined {
    if (this.#ends.length === 0 || this.#source.listProblems().length > 0) return undefined;
    const edits = this.#ends.map((end) => this.#edit(end, hostKey));
    if (!edits.every((edit) => edit !== undefined)) return undefined;
    const text = edits
      .sort((a, b) => b.from - a.from)
      .reduce((before, edit) => before.slice(0, edit.from) + edit.text + before.slice(edit.to), this.#text);
    return this.#isChangedTo(text, hostKey) ? text : undefined;
  }

  /** Nothing but the fingerprints differs. */
  #isChangedTo(text: string, hostKey: string): boolean {
    const after = new HostKeyEditor(text, this.#server, this.#around);
    const isRight = after.entries.every((place) => place.hostKey === hostKey);
    return isRight && after.entries.length === this.entries.length && after.#rest() === this.#rest();
  }

  #rest(): string {
    return JSON.stringify(this.#source.document.toJS(), (key, value: unknown) =>
      key === 'hostKey' ? undefined : value,
    );
  }

  #sftpEnds(): readonly YAMLMap[] {
    const found: YAMLMap[] = [];
    visit(this.#source.document, {
      Pair(_, { key, value }) {
        if (isScalar(key) && key.value === 'sftp' && isMap(value)) found.push(value);
      },
    });
    return found;
  }

  #placeOf(end: YAMLMap): HostKeyEntry {
    const hostKey = end.get('hostKey');
    const given = z.object({ algorithms }).safeParse(end.toJS(this.#source.document));
    return {
      line: this.#source.positionAt(end.range?.[0] ?? 0).line,
      hostKey: typeof hostKey === 'string' ? hostKey : undefined,
      algorithms: given.data?.algorithms,
    };
  }

  #edit(end: YAMLMap, hostKey: string): Edit | undefined {
    const [from, to] = rangeOf(pairOf(end, 'hostKey')?.value) ?? [];
    if (from !== undefined && to !== undefined) {
      const isEmpty = from === to;
      return { from, to, text: `${isEmpty && this.#text[from - 1] === ':' ? ' ' : ''}"${hostKey}"` };
    }
    return this.#added(end, hostKey);
  }

  /** After `host`: on the same line in braces, else on a line of its own. */
  #added(end: YAMLMap, hostKey: string): Edit | undefined {
    const host = pairOf(end, 'host');
    const [start = 0] = rangeOf(host?.key) ?? [];
    const [, stop = 0] = rangeOf(host?.value) ?? [];
    if (end.flow) return { from: stop, to: stop, text: `, hostKey: "${hostKey}"` };
    const indent = this.#text.slice(this.#text.lastIndexOf('\n', start) + 1, start);
    if (indent.trim() !== '') return undefined;
    const line = this.#text.indexOf('\n', stop);
    const at = line === -1 ? this.#text.length : line + 1;
    const ending = this.#text.includes('\r\n') ? '\r\n' : '\n';
    const added = `${indent}hostKey: "${hostKey}"`;
    return { from: at, to: at, text: line === -1 ? ending + added : added + ending };
  }
}

function isOf(end: YAMLMap, { host, port }: SftpServer): boolean {
  const named = end.get('host');
  return (
    typeof named === 'string' &&
    named.toLowerCase() === host.toLowerCase() &&
    Number(end.get('port') ?? 22) === port
  );
}

function pairOf(map: YAMLMap, name: string): Pair | undefined {
  return map.items.find(({ key }) => isScalar(key) && key.value === name);
}

/** Start and end of a scalar in the text. */
function rangeOf(node: unknown): readonly [number, number] | undefined {
  return isScalar(node) && node.range ? [node.range[0], node.range[1]] : undefined;
}
