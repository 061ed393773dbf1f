import { useState } from 'preact/hooks';
import type { DraftAnswer, MappingAnswer } from '../../../api/model/mapping-model.ts';
import { call } from '../../shell/call-api.ts';
import { useTextKeeper } from './use-text-keeper.ts';

export interface DraftState {
  /** As it is typed; undefined: there is no file of one's own. */
  readonly text: string | undefined;
  /** RFC 3339: when the gateway last kept it. */
  readonly keptAt: string | undefined;
  /** Something is typed that the gateway has not kept yet. */
  readonly isOpen: boolean;
  /** Why it could not be kept; what is typed stays in the window and is tried again. */
  readonly error: unknown;
  /** Somebody has published this mapping since it began. */
  readonly isConflict: boolean;
  /** Counts how often the text came from elsewhere than the keys. */
  readonly resets: number;
  change(text: string): void;
  /** Now, not only a second after the last key. Resolves when the gateway has answered, or has not. */
  keepNow(): Promise<void>;
  /** It begins from what runs now: whoever says so has looked at it. */
  rebase(): void;
  discard(): Promise<void>;
}

/** What the gateway has of a draft. */
interface KeptDraft {
  readonly keptAt: string | undefined;
  readonly edition: number;
  readonly base: string;
  readonly running: string;
}

/** A file of a draft, and what is known of it when the page opens. */
export interface DraftFile {
  /** Of the mapping, under whose name drafts are kept. */
  readonly name: string;
  /** In the folder of mappings. */
  readonly file: string;
  /** All files of the draft: those that are not typed here stay as they are. */
  readonly files: Readonly<Record<string, string>>;
  /** As it runs, where that is known. */
  readonly saved: string | undefined;
  /** Hashes of what the draft began from, and of what runs. */
  readonly base: string;
  readonly running: string;
  readonly edition: number;
  readonly keptAt: string | undefined;
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

/** A text with its draft, which the gateway keeps a second after the last key. */
export function useDraftFile(start: DraftFile, mayEdit: boolean): DraftState {
  const { name, file, files, saved, keptAt, edition, base, running } = start;
  const [text, setText] = useState(files[file] ?? saved);
  const [resets, setResets] = useState(0);
  const keeper = useTextKeeper<KeptDraft>({
    ...{ text, mayKeep: mayEdit },
    start: { state: { keptAt, edition, base, running }, text: files[file] ?? saved },
    send: async (typed, state) => {
      const body = { name, base: state.base, files: { ...files, [file]: typed }, seen: state.edition };
      const answer = await call<DraftAnswer>(`/mappings/${name}/draft`, { method: 'PUT', body });
      return { base: state.base, keptAt: answer.at, edition: answer.edition, running: answer.running };
    },
  });
  const { state, isOpen, error, keepNow, restart } = keeper;
  const discard = async (): Promise<void> => {
    await call(`/mappings/${name}/draft`, { method: 'DELETE' });
    restart({ keptAt: undefined, edition: 0, base: state.running, running: state.running }, saved);
    setText(saved);
    setResets((n) => n + 1);
  };
  return {
    ...{ text, isOpen, error, keepNow, resets, discard, change: setText },
    ...{ keptAt: state.keptAt, isConflict: state.base !== state.running },
    rebase: () => restart({ ...state, base: state.running }, undefined),
  };
}
