import { words } from '../../shell/language.ts';
import { type PaneName, paneNames } from './use-panes.ts';

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
