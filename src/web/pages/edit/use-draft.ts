import type { EditableAnswer, EditDraftAnswer } from '../../../api/model/message-model.ts';
import type { KeptText } from '../../parts/drafts/text-keeper.ts';
import { type TypedText, useTextKeeper } from '../../parts/drafts/use-text-keeper.ts';
import { call } from '../../shell/call-api.ts';

/** What somebody types into a document; undefined: it is as it came. */
export function useDraft({ id, draft }: EditableAnswer): TypedText<KeptText> {
  const path = pathOf(id);
  return useTextKeeper<KeptText>({
    ...{ subject: `message ${id}`, start: keptTextOf(draft), mayType: true },
    save: async (text, { edition: seen }) => {
      if (text === undefined) {
        await call(`${path}?seen=${seen}`, { method: 'DELETE' });
        return keptTextOf(undefined);
      }
      const { at, edition } = await call<EditDraftAnswer>(path, { method: 'PUT', body: { text, seen } });
      return { text, edition, keptAt: at };
    },
    read: async () => keptTextOf((await call<EditableAnswer>(`/messages/${id}/edit`)).draft),
  });
}

/** It was sent: its draft goes, whatever another window has typed. */
export async function forgetDraft(id: number, keeper: TypedText<KeptText>): Promise<void> {
  await keeper.hold();
  // a draft of what was sent is no harm: it goes with the document
  await call(pathOf(id), { method: 'DELETE' }).catch(() => undefined);
}

const pathOf = (id: number): string => `/messages/${id}/draft`;

const keptTextOf = (draft: EditableAnswer['draft']): KeptText => ({
  text: draft?.text,
  edition: draft?.edition ?? 0,
  keptAt: draft?.at,
});
