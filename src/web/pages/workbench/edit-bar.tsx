import { useState } from 'preact/hooks';
import type { MappingAnswer } from '../../../api/model/mapping-model.ts';
import { Icon } from '../../parts/icons.tsx';
import { linkTo } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';
import { DraftWord } from './draft/draft-word.tsx';
import type { DraftState } from './draft/use-draft.ts';
import { OpenPublish } from './publish/open-publish.tsx';
import { WorkbenchBar } from './workbench-bar.tsx';

interface BarProps {
  readonly mapping: MappingAnswer;
  readonly draft: DraftState;
  /** Of what is typed. */
  readonly errors: number;
  readonly mayEdit: boolean;
  /** What runs is another now. */
  onPublished(): void;
}

/** The bar of the editor: what is wrong, whether it is kept, and the way to publish it. */
export function EditBar({ mapping, draft, errors, mayEdit, onPublished }: BarProps) {
  const { workbench } = words.value;
  return (
    <WorkbenchBar name={mapping.name} part="edit" edition={draft.edition} onSave={draft.keepNow}>
      {errors > 0 && (
        <span class="st st-refused">
          <Icon name="refused" tone="bad" />
          {workbench.problems(errors)}
        </span>
      )}
      <DraftWord draft={draft} mayDiscard={mayEdit} />
      {mayEdit && mapping.readsOwnFormat && (
        <a class="b" href={linkTo(`/formats/change?mapping=${mapping.name}`)}>
          {workbench.changeFormat}
        </a>
      )}
      {mayEdit && <PublishDraft {...{ mapping, draft, errors, onPublished }} />}
    </WorkbenchBar>
  );
}

function PublishDraft({ mapping, draft, errors, onPublished }: Omit<BarProps, 'mayEdit'>) {
  const { workbench } = words.value;
  const [isPublishing, setPublishing] = useState(false);
  const { name, mayPublish } = mapping;
  return (
    <>
      <button
        type="button"
        class="b p"
        disabled={!mayPublish || draft.keptAt === undefined || draft.isOpen || errors > 0}
        title={mayPublish ? undefined : workbench.readOnlyTitle}
        onClick={() => setPublishing(true)}
      >
        {workbench.publishOpen}
      </button>
      {isPublishing && (
        <OpenPublish name={name} onClose={() => setPublishing(false)} onPublished={onPublished} />
      )}
    </>
  );
}
