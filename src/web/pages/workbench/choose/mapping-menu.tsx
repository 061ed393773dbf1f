import type { MappingsAnswer } from '../../../../api/model/mapping-model.ts';
import { useAnswer } from '../../../parts/use-answer.ts';
import { linkTo } from '../../../shell/address.ts';
import { words } from '../../../shell/language.ts';
import { listUsedMappings } from '../../mappings/used-mappings.ts';
import type { WorkbenchPart } from '../workbench-bar.tsx';

export interface MenuProps {
  readonly name: string;
  readonly part: WorkbenchPart;
}

/** Those that are used here, with their channels; the same part of them is opened. */
export function MappingMenu({ name, part }: MenuProps) {
  const { mappings: texts } = words.value;
  const { answer, error } = useAnswer<MappingsAnswer>('/mappings');
  if (!answer && error === undefined) return null;
  const used = listUsedMappings(answer?.mappings ?? []);
  const shown = used.length === 0 ? (answer?.mappings ?? []) : used;
  return (
    <div class="menu-items wb-menu">
      {shown.map(({ name: one, channels }) => (
        <a
          key={one}
          href={linkTo(`/mappings/${one}${part === 'edit' ? '' : `/${part}`}`)}
          aria-current={one === name ? 'true' : undefined}
        >
          <span class="mono">{one}</span> <small class="muted">{channels.join(', ')}</small>
        </a>
      ))}
      <a href={linkTo('/mappings')}>{texts.allMappings}</a>
    </div>
  );
}
