import { words } from '../../shell/language.ts';
import type { KeptText } from './text-keeper.ts';
import type { TypedText } from './use-text-keeper.ts';

export interface NoteProps {
  readonly keeper: Pick<TypedText<KeptText>, 'other' | 'keepMine' | 'takeOther'>;
  /** The differences stand on the page. */
  readonly isShown?: boolean;
  /** Absent: they stand there always, or cannot be shown. */
  onShow?(isShown: boolean): void;
  /** Where more than the text is to be loaded anew. */
  onTaken?(): void;
}

/** Both windows have typed in the text: nothing is kept before somebody says which stays. */
export function OtherWindowNote({ keeper, isShown, onShow, onTaken }: NoteProps) {
  const { drafts } = words.value;
  if (!keeper.other) return null;
  const keep = (): void => {
    onShow?.(false);
    void keeper.keepMine();
  };
  const take = (): void => {
    onShow?.(false);
    keeper.takeOther();
    onTaken?.();
  };
  return (
    <div class="banner" role="alert">
      <strong>{drafts.otherWindow}</strong> {drafts.otherWindowHint}
      {onShow && (
        <button type="button" class="b s" onClick={() => onShow(!isShown)}>
          {isShown ? drafts.showMine : drafts.showOther}
        </button>
      )}
      <button type="button" class="b s" onClick={keep}>
        {drafts.keepMine}
      </button>
      <button type="button" class="b s" onClick={take}>
        {drafts.takeOther}
      </button>
    </div>
  );
}
