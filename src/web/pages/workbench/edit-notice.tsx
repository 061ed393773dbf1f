import type { MappingAnswer } from '../../../api/model/mapping-model.ts';
import { words } from '../../shell/language.ts';
import { mayAdminister, session } from '../../shell/session.ts';

/** Why nothing can be edited, where that is so. */
export function EditNotice({
  mapping,
  isWide,
}: {
  readonly mapping: Pick<MappingAnswer, 'hasFolder' | 'mayPublish'>;
  /** The texts have room. */
  readonly isWide: boolean;
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
