import type { Config } from '../../config/schema/config-schema.ts';
import { journalText } from '../../findings/journal-texts.ts';
import type { CauseSample, NeedsAction, NeedsActionGroup } from '../../operator/browse/needs-action.ts';
import { readFindingForPages } from '../../wording/on-pages/page-actions.ts';
import { answerWhoActs, type ReaderContext } from '../kit/answer-who-acts.ts';
import type { ActionGroupItem, NeedsActionAnswer } from '../model/overview-model.ts';
import { findMending } from './render/mending.ts';

type MappedChannels = Pick<Config, 'channels'>;

export const renderNeedsAction = (
  { groups, parked, refused }: NeedsAction,
  config: MappedChannels,
  reader: ReaderContext,
): NeedsActionAnswer => ({
  ...{ parked, refused },
  groups: groups.map((group) => renderGroup(group, config, reader)),
});

function renderGroup(
  { sample, ...group }: NeedsActionGroup,
  config: MappedChannels,
  reader: ReaderContext,
): ActionGroupItem {
  const { language } = reader;
  const finding = sample?.finding && readFindingForPages(sample.finding, language);
  return {
    ...group,
    channels: [...group.channels],
    act: answerWhoActs(group.act, reader),
    text: finding?.message ?? (sample ? journalText(sample.reason, language) : group.code),
    todo: finding?.advice ?? '',
    ...(sample ? { sample: sampleOf(sample), ...mendingOf(group, sample, config, reader) } : {}),
  };
}

const mendingOf = (
  { act: { action }, channels: [largest] }: Omit<NeedsActionGroup, 'sample'>,
  { finding }: CauseSample,
  config: MappedChannels,
  reader: ReaderContext,
) => findMending(config, { action, channel: largest?.channel ?? '', finding }, reader);

const sampleOf = ({ id, name, purchaseOrderNumber: order }: NonNullable<NeedsActionGroup['sample']>) => ({
  id,
  name,
  ...(order === undefined ? {} : { order }),
});
