import { useState } from 'preact/hooks';
import type { ClashModel, ConflictAnswer } from '../../../../api/model/workbench/conflict-model.ts';
import { storeOfUnsent } from '../../../parts/drafts/unsent-text.ts';

type ConflictFile = ConflictAnswer['files'][number];

export interface PlacedClash {
  readonly file: string;
  readonly clash: ClashModel;
}

export interface Choices {
  readonly clashes: readonly PlacedClash[];
  readonly undecided: number;
  /** As the place will be; undefined: nobody has decided. */
  find(place: PlacedClash): string | undefined;
  choose(choice: (place: PlacedClash) => string, places?: readonly PlacedClash[]): void;
  /** Files of the draft as they are joined; `ours` where nothing is decided. Those that say what runs are none of its own. */
  join(): Readonly<Record<string, string>>;
  /** The draft is kept: nothing is left to decide. */
  forget(): void;
}

/** What somebody has decided and typed, in this window over a page that is left, until the draft is kept. */
export function useChoices(name: string, files: readonly ConflictFile[]): Choices {
  const store = storeOfUnsent(`conflict ${name}`);
  const [chosen, setChosen] = useState(() => parseChoices(store.find()?.text));
  const clashes = files.flatMap(({ file, parts }) =>
    parts.flatMap((part) => ('clash' in part ? { file, clash: part.clash } : [])),
  );
  const find = (place: PlacedClash): string | undefined => chosen[keyOf(place)];
  return {
    clashes,
    undecided: clashes.filter((one) => find(one) === undefined).length,
    find,
    choose: (choice, places = clashes) => {
      const next = { ...chosen, ...Object.fromEntries(places.map((one) => [keyOf(one), choice(one)])) };
      store.store({ text: JSON.stringify(next), edition: 0 });
      setChosen(next);
    },
    join: () =>
      Object.fromEntries(
        files.flatMap(({ file, running = '', parts }) => {
          const text = joinParts(file, parts, find);
          return text === running ? [] : [[file, text]];
        }),
      ),
    forget: () => store.remove(),
  };
}

/** Another clash of the same rule is decided anew. */
const keyOf = ({ file, clash: { base, theirs, ours, rules } }: PlacedClash): string =>
  JSON.stringify([file, base, theirs, ours, rules]);

function parseChoices(text: string | undefined): Readonly<Record<string, string>> {
  const kept: unknown = JSON.parse(text ?? '{}');
  return isChoices(kept) ? kept : {};
}

const isChoices = (kept: unknown): kept is Readonly<Record<string, string>> =>
  kept instanceof Object && Object.values(kept).every((one) => typeof one === 'string');

const joinParts = (
  file: string,
  parts: ConflictFile['parts'],
  find: (place: PlacedClash) => string | undefined,
): string =>
  parts
    .map((part) => {
      if ('text' in part) return part.text;
      const { clash } = part;
      return endLines(find({ file, clash }) ?? clash.ours ?? '', clash);
    })
    .join('');

const endLines = (text: string, { kind }: ClashModel): string =>
  kind === 'file' || text === '' || text.endsWith('\n') ? text : `${text}\n`;
