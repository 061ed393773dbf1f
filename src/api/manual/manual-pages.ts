import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  ManualBlock,
  ManualInline,
  ManualPageAnswer,
  ManualPageTitle,
  ManualSearchAnswer,
} from '../model/manual-model.ts';
import { parseManualPage } from './markdown-tree.ts';

const groups = { manual: '', dutch: 'nl/', reference: 'reference/' } as const;

/** Hits that are told. */
const mostHits = 40;

/** The manual in a folder. Pages are read when somebody asks for them, and kept: they belong to this version. */
export class Manual {
  readonly #folder: string;
  readonly #pages = new Map<string, ManualPageAnswer>();
  #titles: readonly ManualPageTitle[] | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  listPages(): readonly ManualPageTitle[] {
    this.#titles ??= Object.entries(groups).flatMap(([group, under]) =>
      readdirSync(join(this.#folder, under))
        .filter((file) => /^[a-z0-9-]+\.md$/.test(file))
        .sort()
        .map((file) => {
          const name = `${under}${file.slice(0, -3)}`;
          return { name, title: this.#read(name).title, group: groupOf(group) };
        }),
    );
    return this.#titles;
  }

  /** Undefined: there is no such page. */
  findPage(name: string): ManualPageAnswer | undefined {
    return this.listPages().some((page) => page.name === name) ? this.#read(name) : undefined;
  }

  /** Headings, and rows of tables that begin with a code: first those that are what was asked, then those that hold all its words. */
  search(asked: string): ManualSearchAnswer['hits'] {
    const text = asked.toLowerCase();
    const parts = text.split(/\s+/);
    const hits = this.listPages().flatMap(({ name, title }) =>
      listPlaces(this.#read(name).blocks).flatMap((place) => {
        const held = `${place.at} ${place.text}`.toLowerCase();
        if (!parts.every((part) => held.includes(part))) return [];
        return [{ name, title, ...place, rank: place.at === text ? 0 : 1 }];
      }),
    );
    return hits
      .sort((one, other) => one.rank - other.rank)
      .slice(0, mostHits)
      .map(({ rank: _, ...hit }) => hit);
  }

  #read(name: string): ManualPageAnswer {
    const known = this.#pages.get(name);
    if (known) return known;
    const blocks = parseManualPage(readFileSync(join(this.#folder, `${name}.md`), 'utf8'), name);
    const [first] = blocks;
    const title = first?.kind === 'heading' ? renderPlain(first.children) : name;
    const page = { name, title, blocks: [...blocks] };
    this.#pages.set(name, page);
    return page;
  }
}

const groupOf = (group: string): ManualPageTitle['group'] =>
  group === 'dutch' || group === 'reference' ? group : 'manual';

interface Place {
  readonly at: string;
  readonly text: string;
}

const listPlaces = (blocks: readonly ManualBlock[]): readonly Place[] =>
  blocks.flatMap((block): readonly Place[] => {
    if (block.kind === 'heading') return [{ at: block.id, text: renderPlain(block.children) }];
    if (block.kind !== 'table') return [];
    return block.rows.flatMap(({ id, cells }) =>
      id === '' ? [] : [{ at: id, text: cells.map(renderPlain).join(' · ') }],
    );
  });

const renderPlain = (nodes: readonly ManualInline[]): string =>
  nodes.map((node) => ('text' in node ? node.text : renderPlain(node.children))).join('');
