import type { MappingAnswer } from '../../../../api/model/mapping-model.ts';
import { type TypedText, useTextKeeper } from '../../../parts/drafts/use-text-keeper.ts';
import { type Asked, useAnswer } from '../../../parts/use-answer.ts';
import { call } from '../../../shell/call-api.ts';
import { live } from '../../../shell/live.ts';
import {
  type DraftFile,
  type KeptDraft,
  keptDraftOf,
  noDraft,
  readDraftFile,
  saveDraftFile,
} from './draft-file.ts';

export interface DraftState {
  /** As it is typed; undefined: there is no file of one's own. */
  readonly text: string | undefined;
  /** RFC 3339: when the gateway last kept it. */
  readonly keptAt: string | undefined;
  /** Counts what was kept; 0: nothing is. */
  readonly edition: number;
  /** All files of the draft as they were last kept. */
  readonly files: Readonly<Record<string, string>>;
  /** Something is typed that the gateway has not kept yet. */
  readonly isOpen: boolean;
  /** Why it could not be kept; what is typed stays in the window and is tried again. */
  readonly error: unknown;
  /** Somebody has published this mapping since it began. */
  readonly isConflict: boolean;
  /** What another window has made of this file; nothing is kept before somebody says which stays. */
  readonly other: KeptDraft | undefined;
  /** Counts how often the text came from elsewhere than the keys. */
  readonly resets: number;
  change(text: string): void;
  /** Now, not only a second after the last key. Resolves when the gateway has answered, or has not. */
  keepNow(): Promise<void>;
  /** This window's text takes the place of the other's. */
  keepMine(): Promise<void>;
  /** The other window's text takes the place of this one's. */
  takeOther(): void;
  discard(): Promise<void>;
}

/** A text with its draft. */
export const useDraftFile = (start: DraftFile, mayEdit: boolean): DraftState =>
  describeDraft(start, useDraftKeeper(start, mayEdit), useMappingNow(start.name).answer);

/** Somebody may publish, or edit the files by hand, while the page is open. */
export const useMappingNow = (name: string): Asked<MappingAnswer> =>
  useAnswer<MappingAnswer>(`/mappings/${name}`, { asking: live.value?.mappings });

export const useDraftKeeper = (start: DraftFile, mayEdit: boolean): TypedText<KeptDraft> =>
  useTextKeeper<KeptDraft>({
    ...{ subject: `${start.name} ${start.file}`, start: keptDraftOf(start), mayType: mayEdit },
    save: (text, known) => saveDraftFile(start, text, known),
    read: (known) => readDraftFile(start, known),
  });

export function describeDraft(
  start: DraftFile,
  keeper: TypedText<KeptDraft>,
  now: MappingAnswer | undefined,
): DraftState {
  const { text, kept, isOpen, error, other, resets } = keeper;
  const { keptAt, edition, files } = kept;
  const discard = async (): Promise<void> => {
    const { edition: seen, running } = await keeper.hold();
    try {
      await call(`/mappings/${start.name}/draft?seen=${seen}`, { method: 'DELETE' });
      keeper.restart(noDraft(start, running));
    } finally {
      keeper.release();
    }
  };
  return {
    ...{ text, keptAt, edition, files, isOpen, error, other, resets, discard },
    isConflict: isPublishedOver(kept, now),
    change: (typed) => keeper.type(typed),
    keepNow: () => keeper.keepNow(),
    keepMine: () => keeper.keepMine(),
    takeOther: () => keeper.takeOther(),
  };
}

/** As the last save told, or the gateway has since. */
const isPublishedOver = ({ base, running, edition }: KeptDraft, now: MappingAnswer | undefined): boolean =>
  base !== running || (edition > 0 && now?.draft?.base === base && now.base !== base);
