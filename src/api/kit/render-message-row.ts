import { journalText } from '../../findings/journal-texts.ts';
import type { MessageRow } from '../../operator/browse/message-rows.ts';
import { renderStanding } from '../../wording/messages/render-standing.ts';
import type { MessageRowItem } from '../model/messages-model.ts';
import { answerWhoActs, type ReaderContext } from './answer-who-acts.ts';

export function renderMessageRow(row: MessageRow, reader: ReaderContext): MessageRowItem {
  const { language } = reader;
  const { id, standing, receivedAt, channel, direction, name, reason, act, possiblyTwice } = row;
  const { purchaseOrderNumber: order } = row;
  return {
    ...{ id, receivedAt, channel, direction, name, possiblyTwice },
    ...(order === undefined ? {} : { order }),
    standing: standing.name,
    text: renderStanding(standing, language),
    why: journalText(reason, language),
    act: answerWhoActs(act, reader),
  };
}
