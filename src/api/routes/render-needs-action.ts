import { journalText } from '../../findings/journal-texts.ts';
import { readStoredFinding } from '../../findings/stored-findings.ts';
import type { ActionGroup, NeedsAction } from '../../operator/overview/needs-action.ts';
import type { Overview } from '../../operator/overview/overview.ts';
import type { Language } from '../../types.ts';
import type { ActionGroupItem, NeedsActionAnswer } from '../model/overview-model.ts';

export const renderNeedsAction = (
  { groups, parked, refused }: NeedsAction,
  waiting: Overview['waiting'],
  language: Language,
): NeedsActionAnswer => ({
  ...{ parked, refused, waiting },
  groups: groups.map((group) => renderGroup(group, language)),
});

function renderGroup(
  { finding, reason, purchaseOrderNumber, ...group }: ActionGroup,
  language: Language,
): ActionGroupItem {
  const stored = finding && readStoredFinding(finding, language);
  return {
    ...group,
    text: stored?.message ?? journalText(reason, language),
    todo: stored?.advice ?? '',
    ...(purchaseOrderNumber === undefined ? {} : { order: purchaseOrderNumber }),
  };
}
