import type { ConflictAnswer } from '../../../../api/model/workbench/conflict-model.ts';
import { Icon } from '../../../parts/icons.tsx';
import { words } from '../../../shell/language.ts';
import { ChangeList } from '../publish/others-work.tsx';

/** What only one of both has changed needs nobody. */
export function GoesAlong({ ours, theirs }: Pick<ConflictAnswer, 'ours' | 'theirs'>) {
  const { conflict } = words.value;
  if (ours.length + theirs.length === 0) return null;
  return (
    <section>
      <h2>
        <Icon name="tick" tone="ok" /> {conflict.along}
      </h2>
      <div class="wb-columns">
        <div>
          <ChangeList title={conflict.theirsAlong} changes={theirs} />
        </div>
        <div>
          <ChangeList title={conflict.oursAlong} changes={ours} />
        </div>
      </div>
    </section>
  );
}
