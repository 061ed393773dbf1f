import type { ActionGroupItem, OpenTaskItem, OverviewAnswer } from '../../../api/model/overview-model.ts';
import { CopyGroupTicket } from '../../parts/copy-group-ticket.tsx';
import { MendingLink } from '../../parts/mending-link.tsx';
import { groupPath, messagePath } from '../../parts/message-paths.ts';
import { lowerFirst, Sentence } from '../../parts/sentence.tsx';
import { formatCount, formatTime } from '../../parts/times.ts';
import { markOfTrouble, TroubleLine } from '../../parts/trouble-line.tsx';
import { linkTo } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';
import { mayAdminister } from '../../shell/session.ts';
import { useLoaded } from '../../shell/use-loaded.ts';
import { headlineTrouble } from './headline.tsx';

/** Groups that have a line of their own; the others share one. */
const ownLines = 3;

export function NeedsActionLines({ answer }: { readonly answer: OverviewAnswer }) {
  const { summary: texts } = words.value;
  const { groups } = answer.needsAction;
  const parked = groups.filter(({ kind }) => kind === 'parked');
  const refused = groups.filter(({ kind }) => kind === 'refused');
  const own = parked.length <= ownLines + 1 ? parked : parked.slice(0, ownLines);
  const others = parked.slice(own.length);
  const headline = headlineTrouble(answer);
  const troubles = answer.troubles.filter((one) => one !== headline);
  if (groups.length + troubles.length + answer.tasks.length === 0) return null;
  return (
    <section>
      <h2>{texts.needsAction}</h2>
      <ul class="trs">
        {own.map((group) => (
          <ParkedLine key={`${group.code} ${group.value}`} group={group} />
        ))}
        {others.length > 0 && <OthersLine groups={others} />}
        {refused.length > 0 && <RefusedLine groups={refused} />}
        {answer.tasks.length > 0 && <OpenTaskLines tasks={answer.tasks} />}
        {troubles.map(({ code, about, level, title, what, since, act }) => (
          <TroubleLine
            key={`${code} ${about}`}
            state={markOfTrouble(code, level)}
            title={about === '' ? title : `${title}: ${about}`}
            who={act.name}
            hint={act.hint}
            acts={
              <a class="b" href={linkTo('/alarms')}>
                {texts.seeAlarm}
              </a>
            }
          >
            {words.value.troubles.since(formatTime(since))} · <Sentence text={what.split('\n')[0] ?? ''} />
          </TroubleLine>
        ))}
      </ul>
    </section>
  );
}

function ParkedLine({ group }: { readonly group: ActionGroupItem }) {
  const { summary: texts } = words.value;
  const { count, oldest, behind, act, text, sample } = group;
  const facts = [
    channelsOf([group]),
    words.value.troubles.since(formatTime(oldest)),
    ...(group.suggestion ? [words.value.groups.suggestion(group.suggestion)] : []),
    ...(behind > 0 ? [words.value.groups.behind(behind, group.moreBehind)] : []),
  ];
  return (
    <TroubleLine
      state="parked"
      title={
        <>
          {texts.documentsWait(count)} <Sentence text={lowerFirst(text)} />
        </>
      }
      who={act.name}
      hint={act.hint}
      acts={
        <>
          {act.action === 'add-to-table' && !mayAdminister.value && <CopyGroupTicket group={group} />}
          <MendingLink group={group} />
          <a class="b" href={linkTo(count === 1 && sample ? messagePath(sample.id) : groupPath(group))}>
            {texts.see(count)}
          </a>
        </>
      }
    >
      {facts.join(' · ')}
    </TroubleLine>
  );
}

const countAll = (groups: readonly ActionGroupItem[]): number =>
  groups.reduce((sum, { count }) => sum + count, 0);

const channelsOf = (groups: readonly ActionGroupItem[]): string =>
  [...new Set(groups.flatMap(({ channels }) => channels.map(({ channel }) => channel)))].join(', ');

/** Several causes as one line: no finding is named in it but as an example. */
function OthersLine({ groups }: { readonly groups: readonly ActionGroupItem[] }) {
  const { summary: texts } = words.value;
  const count = countAll(groups);
  const act = groups[0]?.act;
  return (
    <TroubleLine
      state="parked"
      title={texts.moreDecisions(count, groups.length)}
      who={act?.name}
      hint={groups.every((group) => group.act.who === act?.who) ? act?.hint : texts.andOthers}
      acts={
        <a class="b" href={linkTo('/messages?needs=action')}>
          {texts.see(count)}
        </a>
      }
    >
      {channelsOf(groups)} ·{' '}
      <Sentence
        text={groups
          .map(({ text }) => text)
          .slice(0, 3)
          .join(' · ')}
      />
    </TroubleLine>
  );
}

function RefusedLine({ groups }: { readonly groups: readonly ActionGroupItem[] }) {
  const { summary: texts } = words.value;
  const count = countAll(groups);
  const act = groups[0]?.act;
  const last = groups.toSorted((a, b) => b.newest.localeCompare(a.newest))[0];
  return (
    <TroubleLine
      state="refused"
      title={texts.refusedLine(formatCount(count), count === 1)}
      who={act?.name}
      hint={act?.hint}
      acts={
        <a class="b" href={linkTo('/messages?needs=action&kind=refused')}>
          {texts.see(count)}
        </a>
      }
    >
      {channelsOf(groups)}
      {last && (
        <>
          {' · '}
          {texts.lastAt(formatTime(last.newest))} <Sentence text={lowerFirst(last.text)} />
        </>
      )}
    </TroubleLine>
  );
}

/** Most sites have none open: they are loaded where there are. */
function OpenTaskLines({ tasks }: { readonly tasks: readonly OpenTaskItem[] }) {
  const { module } = useLoaded(() => import('./task-lines.tsx'), ['groups', 'summary', 'troubles']);
  return module ? <module.TaskLines tasks={tasks} /> : null;
}
