import { escapeAttribute } from '../../tree/xml/escape-xml.ts';
import { canonicalPrefixes } from '../schemas/schema-model.ts';

/**
 * The prefixes of one document that is written: UBL's, the mapping's own, and made ones for elements that were copied
 * (`{NAMESPACE}local`). Remembers which are used, since those are declared on the root.
 */
export class PrefixTable {
  /** Prefix -> namespace. */
  readonly #known: Map<string, string>;
  readonly #used = new Set(['cac', 'cbc']);

  constructor(own: ReadonlyMap<string, string>) {
    const ubl = Object.entries(canonicalPrefixes).map(([namespace, prefix]) => [prefix, namespace] as const);
    this.#known = new Map([...ubl, ...own]);
  }

  /** An element of the schema. */
  use(namespace: string): void {
    const prefix = canonicalPrefixes[namespace];
    if (prefix !== undefined) this.#used.add(prefix);
  }

  /** How an element below open content is written; undefined where its prefix is not known. */
  nameOfOwn(name: string): string | undefined {
    const [, namespace, local] = /^\{(.*)\}(.*)$/.exec(name) ?? [];
    const prefix = namespace === undefined ? (name.split(':').at(-2) ?? '') : this.#prefixOf(namespace);
    if (!this.#known.has(prefix)) return undefined;
    this.#used.add(prefix);
    return local === undefined ? name : `${prefix}:${local}`;
  }

  /** ` xmlns:cac="…"` of all that were used. */
  declarations(): string {
    return [...this.#known]
      .filter(([prefix]) => this.#used.has(prefix))
      .map(([prefix, namespace]) => ` xmlns:${prefix}="${escapeAttribute(namespace)}"`)
      .join('');
  }

  #prefixOf(namespace: string): string {
    const known = [...this.#known].find(([, one]) => one === namespace)?.[0];
    if (known !== undefined || namespace === '') return known ?? '';
    let number = 1;
    while (this.#known.has(`ns${number}`)) number += 1;
    this.#known.set(`ns${number}`, namespace);
    return `ns${number}`;
  }
}
