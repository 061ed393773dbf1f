import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { MappingAnswer } from '../../../api/model/mapping-model.ts';
import { Icon } from '../../parts/icons.tsx';
import { Failure, Loading } from '../../parts/page-states.tsx';
import { formatSeconds } from '../../parts/times.ts';
import { useAnswer } from '../../parts/use-answer.ts';
import { words } from '../../shell/language.ts';
import { mayAdminister } from '../../shell/session.ts';
import { EditNotice } from './edit-notice.tsx';
import { OpenPublish } from './publish/open-publish.tsx';
import { useIsWide } from './use-is-wide.ts';
import { WorkbenchBar, type WorkbenchPart } from './workbench-bar.tsx';
import '../../style/workbench.css';
import '../../style/workbench-pages.css';

/** What the parts of the workbench beside the editor are given. */
export interface FrameParts {
  readonly mapping: MappingAnswer;
  /** May this user change the draft? */
  readonly mayEdit: boolean;
  /** What this part has counted stands in the bar. */
  onCount(count: number | undefined): void;
  /** The draft is another now, or what runs. */
  again(): void;
}

interface FrameProps {
  readonly name: string;
  readonly part: WorkbenchPart;
  children(parts: FrameParts): ComponentChildren;
}

/** The bar above, with the draft and the way to publish it. */
export function WorkbenchFrame({ name, part, children }: FrameProps) {
  const { answer: mapping, error, again } = useAnswer<MappingAnswer>(`/mappings/${encodeURIComponent(name)}`);
  const [count, onCount] = useState<number>();
  const isWide = useIsWide();
  if (!mapping) return error === undefined ? <Loading /> : <Failure error={error} again={again} />;
  const mayEdit = mayAdminister.value && mapping.hasFolder && isWide;
  return (
    <main id="main" class="wb-page">
      <WorkbenchBar {...{ name, part, count }} isNamed={true} edition={mapping.draft?.edition}>
        <DraftAtRight {...{ mapping, mayEdit, again }} />
      </WorkbenchBar>
      <div class="wb-content">
        <EditNotice {...{ mapping, isWide }} />
        {children({ mapping, mayEdit, onCount, again })}
      </div>
    </main>
  );
}

function DraftAtRight({ mapping: { name, draft, mayPublish }, mayEdit, again }: Omit<FrameParts, 'onCount'>) {
  const { workbench } = words.value;
  const [isPublishing, setPublishing] = useState(false);
  if (!draft || !mayEdit) return null;
  const done = (): void => {
    setPublishing(false);
    again();
  };
  return (
    <>
      <span class="wb-kept">
        <Icon name="tick" tone="ok" /> {workbench.draftKept(formatSeconds(draft.at))}
      </span>
      <button
        type="button"
        class="b"
        disabled={!mayPublish}
        title={mayPublish ? undefined : workbench.readOnlyTitle}
        onClick={() => setPublishing(true)}
      >
        {workbench.publishOpen}
      </button>
      {isPublishing && <OpenPublish name={name} onClose={() => setPublishing(false)} onPublished={done} />}
    </>
  );
}
