import type { MappingAnswer } from '../../../api/model/mapping-model.ts';
import { words } from '../../shell/language.ts';
import { mayAdminister, session } from '../../shell/session.ts';
import { type PaneName, paneNames } from './use-panes.ts';

/** Why nothing can be edited, where that is so. */
export function EditNotice({
  mapping,
  isWide = true,
}: {
  readonly mapping: Pick<MappingAnswer, 'hasFolder' | 'mayPublish'>;
  /** The texts have room. */
  readonly isWide?: boolean;
}) {
  const { workbench } = words.value;
  const notice = !isWide
    ? workbench.smallScreen
    : !mayAdminister.value
      ? workbench.readerHint
      : !mapping.hasFolder
        ? workbench.noFolder
        : mapping.mayPublish
          ? undefined
          : workbench.readOnly;
  const all = [session.value?.user.masked ? workbench.masked : undefined, notice].filter(Boolean);
  return all.length === 0 ? null : <p class="wb-note">{all.join(' ')}</p>;
}

/** Where three panes have no room beside each other. */
export function PaneTabs({ pane, onChoose }: { readonly pane: PaneName; onChoose(name: PaneName): void }) {
  const { workbench } = words.value;
  return (
    <nav class="wb-tabs" aria-label={workbench.panes}>
      {paneNames.map((name) => (
        <button
          key={name}
          type="button"
          class="ghost"
          aria-pressed={name === pane}
          onClick={() => onChoose(name)}
        >
          {workbench[name]}
        </button>
      ))}
    </nav>
  );
}
