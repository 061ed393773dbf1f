import { useEffect, useState } from 'preact/hooks';
import type { BulkAction, PlanAnswer, StartAnswer } from '../../../api/model/bulk-model.ts';
import { Dialog } from '../../parts/dialog.tsx';
import type { MarkState } from '../../parts/icons.tsx';
import { Problem } from '../../parts/problem.tsx';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { goTo } from '../../shell/address.ts';
import { call } from '../../shell/call-api.ts';
import { words } from '../../shell/language.ts';
import { Outlook } from './outlook.tsx';
import { PlanLine } from './plan-line.tsx';

/** These messages, or all that fit what an address says. */
export type BulkSelection =
  | { readonly ids: readonly number[] }
  | { readonly fitting: Readonly<Record<string, string>> };

export interface BulkAsked {
  readonly action: BulkAction;
  readonly selection: BulkSelection;
  /** Why they stand still, where it is one cause. */
  readonly text?: string;
}

export type AskBulk = (asked: BulkAsked) => void;

interface BulkDialogProps {
  readonly asked: BulkAsked;
  onClose(): void;
}

/** First what would become of each, then why; nothing is done before that. */
export function BulkDialog({ asked, onClose }: BulkDialogProps) {
  const { bulk: texts, deciding } = words.value;
  const [plan, setPlan] = useState<PlanAnswer>();
  const [failed, setFailed] = useState<unknown>();
  const { action, selection } = asked;
  useEffect(() => {
    const body = { action, ...selection };
    call<PlanAnswer>('/decisions/plan', { method: 'POST', body }).then(setPlan, setFailed);
  }, [asked]);
  if (!plan || plan.ids.length === 0)
    return (
      <Dialog title={texts.looking} onClose={onClose}>
        <div class="body">
          <Problem error={failed} />
          {plan ? (
            <p>{texts.nothing[action]}</p>
          ) : (
            failed === undefined && <p role="status">{texts.reading}</p>
          )}
        </div>
        <footer>
          <button class="b" type="button" onClick={onClose}>
            {plan ? deciding.close : deciding.cancel}
          </button>
        </footer>
      </Dialog>
    );
  const start = async (_fields: FormData, reason: string): Promise<void> => {
    const body = { action, ids: plan.ids, reason };
    const { id } = await call<StartAnswer>('/decisions', { method: 'POST', body });
    onClose();
    goTo(`/decisions/${id}`);
  };
  const count = plan.ids.length;
  return (
    <ReasonDialog
      title={texts.title[action](count)}
      act={texts.act[action](count)}
      isDangerous={action === 'discard'}
      onAct={start}
      onClose={onClose}
    >
      <p class="said">{texts.nothingYet}</p>
      <Plan plan={plan} />
    </ReasonDialog>
  );
}

/** As the messages are marked afterwards. */
const marks: Readonly<Record<BulkAction, MarkState>> = {
  ...{ retry: 'underWay', release: 'parked', discard: 'discarded', close: 'noNews' },
};

/** Groups that are shown. */
const mostGroups = 6;

function Plan({ plan }: { readonly plan: PlanAnswer }) {
  const { bulk: texts } = words.value;
  const { action, groups, ids } = plan;
  const others = groups.slice(mostGroups).reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <h3>{texts.which}</h3>
      <ul class="bulk-plan">
        {groups.slice(0, mostGroups).map(({ count, channel, text, why }) => (
          <PlanLine
            key={`${channel} ${text} ${why}`}
            mark={action === 'close' ? 'refused' : 'parked'}
            count={count}
          >
            <Sentence text={why || text} />
            <small>{channel}</small>
          </PlanLine>
        ))}
        {others + plan.moreGroups > 0 && (
          <PlanLine mark="noNews" count={ids.length - sumOf(groups.slice(0, mostGroups))}>
            {texts.others}
          </PlanLine>
        )}
      </ul>
      <h3>{texts.becomes}</h3>
      <ul class="bulk-plan">
        <PlanLine mark={marks[action]} count={ids.length}>
          {texts.outcome[action](ids.length)}
        </PlanLine>
        {action === 'retry' && <Outlook ids={ids} />}
        {plan.behind > 0 && (
          <PlanLine mark="underWay" count={plan.behind}>
            {texts.behind(plan.behind)}
          </PlanLine>
        )}
        {action === 'retry' && (
          <>
            <PlanLine mark="waiting" count={plan.heldBack}>
              {texts.heldBack(plan.heldBack)}
            </PlanLine>
            <PlanLine mark={plan.possiblyTwice > 0 ? 'warning' : 'noNews'} count={plan.possiblyTwice}>
              {texts.possiblyTwice}
            </PlanLine>
          </>
        )}
        {plan.left > 0 && (
          <PlanLine mark="noNews" count={plan.left}>
            {texts.left[action](plan.left)}
          </PlanLine>
        )}
      </ul>
      {plan.more && <p class="problem">{texts.more}</p>}
    </>
  );
}

const sumOf = (groups: PlanAnswer['groups']): number => groups.reduce((sum, { count }) => sum + count, 0);
