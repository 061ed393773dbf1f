import type { TotalsAnswer } from '../../../api/model/messages-model.ts';
import type { ActionGroupItem, NeedsActionAnswer } from '../../../api/model/overview-model.ts';
import { Answer } from '../../parts/answer.tsx';
import { CopyGroupTicket } from '../../parts/copy-group-ticket.tsx';
import { MendingLink } from '../../parts/mending-link.tsx';
import { groupPath, messagePath } from '../../parts/message-paths.ts';
import { Failure, Loading } from '../../parts/page-states.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { formatCount, formatDuration, formatTime } from '../../parts/times.ts';
import { TroubleLine } from '../../parts/trouble-line.tsx';
import { useAnswer } from '../../parts/use-answer.ts';
import { address, linkTo } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';
import { mayAdminister, mayDecide } from '../../shell/session.ts';
import type { AskBulk } from './bulk-dialog.tsx';
import { Tabs } from './messages-page.tsx';

interface CauseGroupsProps {
  readonly totals: TotalsAnswer;
  readonly ask: AskBulk;
}

/** What needs action, a line a cause: mended once, then everything it holds is tried again. */
export function CauseGroups({ totals, ask }: CauseGroupsProps) {
  const { groups: texts } = words.value;
  const { answer, error, again } = useAnswer<NeedsActionAnswer>('/messages/causes', { follow: true });
  if (!answer) return error === undefined ? <Loading /> : <Failure error={error} again={again} />;
  const kind = address.value.query.get('kind');
  const groups = answer.groups.filter((group) => kind === null || group.kind === kind);
  return (
    <>
      <GroupsHeadline answer={answer} />
      <Tabs totals={totals} />
      {kind !== null && (
        <p class="hint">
          {texts.only(kind)} <a href={linkTo('/messages?needs=action')}>{texts.showAll}</a>
        </p>
      )}
      {groups.length > 0 && (
        <ul class="trs section">
          {groups.map((group) => (
            <GroupLine key={`${group.kind} ${group.code} ${group.value}`} group={group} ask={ask} />
          ))}
        </ul>
      )}
      {answer.refused.count > 0 && <p class="hint">{texts.refusedLeave}</p>}
    </>
  );
}

function GroupsHeadline({ answer: { groups, parked, refused } }: { readonly answer: NeedsActionAnswer }) {
  const { groups: texts } = words.value;
  const count = parked.count + refused.count;
  if (count === 0) return <Answer state="green" title={texts.nothing} />;
  const oldest = [parked.oldest, refused.oldest].filter((at) => at !== undefined).sort()[0];
  return (
    <Answer state={parked.count > 0 ? 'parked' : 'refused'} title={texts.title(count, groups.length)}>
      <strong>{texts.fixOnce}</strong>{' '}
      {oldest && texts.oldest(formatTime(oldest), formatDuration(Date.now() - Date.parse(oldest)))}
    </Answer>
  );
}

interface GroupLineProps {
  readonly group: ActionGroupItem;
  readonly ask: AskBulk;
}

function GroupLine({ group, ask }: GroupLineProps) {
  const { groups: texts } = words.value;
  const { kind, count, text, act, behind, moreBehind } = group;
  return (
    <TroubleLine
      state={kind}
      title={
        <>
          {formatCount(count)} × <Sentence text={text} />
        </>
      }
      who={act.name}
      hint={act.hint}
      acts={<GroupActs group={group} ask={ask} />}
    >
      {factsOf(group).join(' · ')}
      {behind > 0 && ` · ${texts.behind(behind, moreBehind)}`}
    </TroubleLine>
  );
}

function factsOf({ channels, oldest, newest, sample, suggestion }: ActionGroupItem): readonly string[] {
  const { groups: texts } = words.value;
  const [from, to] = [formatTime(oldest), formatTime(newest)];
  return [
    channels.map(({ channel }) => channel).join(', '),
    from === to ? from : texts.span(from, to),
    ...(sample?.order === undefined ? [] : [texts.order(sample.order)]),
    ...(suggestion === undefined ? [] : [texts.suggestion(suggestion)]),
  ];
}

function GroupActs({ group, ask }: GroupLineProps) {
  const { groups: texts, messageList: messages } = words.value;
  const { kind, count, sample, act, text } = group;
  const fitting = filterOfGroup(group);
  const open = count === 1 && sample ? messagePath(sample.id) : groupPath(group);
  return (
    <>
      {act.action === 'add-to-table' && !mayAdminister.value && <CopyGroupTicket group={group} />}
      <MendingLink group={group} />
      <a class="b" href={linkTo(open)}>
        {texts.open(count)}
      </a>
      {mayDecide.value && kind === 'parked' && (
        <button
          class="b"
          type="button"
          onClick={() => ask({ action: 'retry', selection: { fitting }, text })}
        >
          {messages.act.retry(count)}
        </button>
      )}
      {mayDecide.value && kind === 'refused' && (
        <button
          class="b"
          type="button"
          onClick={() => ask({ action: 'close', selection: { fitting }, text })}
        >
          {messages.act.close(count)}
        </button>
      )}
    </>
  );
}

const filterOfGroup = ({ kind, code, value }: ActionGroupItem): Readonly<Record<string, string>> => ({
  ...{ needs: 'action', kind },
  ...(code === '' ? {} : { finding: code }),
  ...(value === '' ? {} : { value }),
});
