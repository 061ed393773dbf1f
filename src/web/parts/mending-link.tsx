import type { ActionGroupItem } from '../../api/model/overview-model.ts';
import { linkTo } from '../shell/address.ts';
import { words } from '../shell/language.ts';
import { mendingPath } from './message-paths.ts';

/** Where the cause of a group is mended, for who may; the messages are tried again after that. */
export function MendingLink({ group: { mending, sample } }: { readonly group: ActionGroupItem }) {
  if (!mending || !sample) return null;
  const { mend } = words.value.groups;
  return (
    <a class="b" href={linkTo(mendingPath(mending, sample.id))}>
      {mend[mending.table === undefined ? 'mapping' : 'table']}
    </a>
  );
}
