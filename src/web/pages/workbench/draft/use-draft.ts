import type { MappingAnswer } from '../../../../api/model/mapping-model.ts';
import { useTextKeeper } from '../../../parts/drafts/use-text-keeper.ts';
import { call } from '../../../shell/call-api.ts';
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

/** The mapping's text of one's own with its draft. */
export const useDraft = ({ name, draft, own, base }: MappingAnswer, mayEdit: boolean): DraftState =>
  useDraftFile(
    {
      ...{ name, file: `${name}.yaml`, files: draft?.files ?? {}, saved: own },
      ...{ base: draft?.base ?? base, running: base, edition: draft?.edition ?? 0, keptAt: draft?.at },
    },
    mayEdit,
  );

/** A text with its draft. */
export function useDraftFile(start: DraftFile, mayEdit: boolean): DraftState {
  const { name, file } = start;
  const keeper = useTextKeeper<KeptDraft>({
    ...{ subject: `${name} ${file}`, start: keptDraftOf(start), mayType: mayEdit },
    save: (text, known) => saveDraftFile(start, text, known),
    read: (known) => readDraftFile(start, known),
  });
  const { text, kept, isOpen, error, other, resets } = keeper;
  const discard = async (): Promise<void> => {
    const { edition, running: now } = await keeper.hold();
    try {
      await call(`/mappings/${name}/draft?seen=${edition}`, { method: 'DELETE' });
      keeper.restart(noDraft(start, now));
    } finally {
      keeper.release();
    }
  };
  return {
    ...{
      text,
      keptAt: kept.keptAt,
      edition: kept.edition,
      files: kept.files,
      isOpen,
      error,
      other,
      resets,
      discard,
    },
    isConflict: kept.base !== kept.running,
    change: (typed) => keeper.type(typed),
    keepNow: () => keeper.keepNow(),
    keepMine: () => keeper.keepMine(),
    takeOther: () => keeper.takeOther(),
  };
}
