import { journalText } from '../../findings/journal-texts.ts';
import type { NeedsAction, NeedsActionGroup } from '../../operator/browse/needs-action.ts';
import { readFindingForPages } from '../../wording/on-pages/page-actions.ts';
import { answerWhoActs, type ReaderContext } from '../kit/answer-who-acts.ts';
import type { ActionGroupItem, NeedsActionAnswer } from '../model/overview-model.ts';

export const renderNeedsAction = (
  { groups, parked, refused }: NeedsAction,
  reader: ReaderContext,
): NeedsActionAnswer => ({
  ...{ parked, refused },
  groups: groups.map((group) => renderGroup(group, reader)),
});

function renderGroup({ sample, ...group }: NeedsActionGroup, reader: ReaderContext): ActionGroupItem {
  const { language } = reader;
  const finding = sample?.finding && readFindingForPages(sample.finding, language);
  return {
    ...group,
    channels: [...group.channels],
    act: answerWhoActs(group.act, reader),
    text: finding?.message ?? (sample ? journalText(sample.reason, language) : group.code),
    todo: finding?.advice ?? '',
    ...(sample ? { sample: sampleOf(sample) } : {}),
  };
}

const sampleOf = ({ id, name, purchaseOrderNumber: order }: NonNullable<NeedsActionGroup['sample']>) => ({
  id,
  name,
  ...(order === undefined ? {} : { order }),
});
