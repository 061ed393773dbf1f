import { useState } from 'preact/hooks';
import type { TotalsAnswer } from '../../../api/model/messages-model.ts';
import { Answer } from '../../parts/answer.tsx';
import { listOf } from '../../parts/message-paths.ts';
import { Failure, Loading } from '../../parts/page-states.tsx';
import { formatCount } from '../../parts/times.ts';
import { useAnswer } from '../../parts/use-answer.ts';
import { address, linkTo } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';
import { mayDecide } from '../../shell/session.ts';
import { useLoaded } from '../../shell/use-loaded.ts';
import type { AskBulk, BulkAsked } from './bulk-dialog.tsx';
import { CauseGroups } from './cause-groups.tsx';
import { FilterBar } from './filter-bar.tsx';
import { MessageList } from './message-list.tsx';
import '../../style/troubles.css';
import '../../style/channels.css';
import '../../style/messages.css';

/** `needs=action` is grouped by cause; every other address, and `view=list`, is a list. */
export default function MessagesPage() {
  const { query } = address.value;
  const { answer: totals, error, again } = useAnswer<TotalsAnswer>('/messages/totals', { follow: true });
  const [asked, setAsked] = useState<BulkAsked>();
  if (!totals) return error === undefined ? <Loading /> : <Failure error={error} again={again} />;
  const isGrouped = query.get('needs') === 'action' && query.get('view') === null;
  return (
    <main id="main">
      {isGrouped ? (
        <CauseGroups totals={totals} ask={setAsked} />
      ) : (
        <>
          <ListHeadline totals={totals} ask={setAsked} />
          <Tabs totals={totals} />
          <FilterBar channels={totals.channels} />
          {/* another list has its own rows and its own selection */}
          <MessageList key={`${query}`} ask={setAsked} />
        </>
      )}
      {asked && <Bulk asked={asked} onClose={() => setAsked(undefined)} />}
    </main>
  );
}

function Bulk(props: { readonly asked: BulkAsked; onClose(): void }) {
  const { module } = useLoaded(() => import('./bulk-dialog.tsx'), ['bulk']);
  if (!module) return null;
  const { BulkDialog } = module;
  return <BulkDialog {...props} />;
}

function ListHeadline({ totals, ask }: { readonly totals: TotalsAnswer; readonly ask: AskBulk }) {
  const { messageList: texts } = words.value;
  const { needsAction, waiting } = totals;
  return (
    <Answer
      state={needsAction > 0 ? 'parked' : 'green'}
      title={texts.title(needsAction)}
      acts={<AllOfThese ask={ask} />}
    >
      {waiting > 0 && texts.waiting(waiting)}
    </Answer>
  );
}

/** Of a cause everything that it holds is decided at once. */
function AllOfThese({ ask }: { readonly ask: AskBulk }) {
  const { query } = address.value;
  const kind = query.get('kind');
  if (!mayDecide.value || query.get('needs') !== 'action' || kind === null) return null;
  const action = kind === 'parked' ? 'retry' : 'close';
  const fitting = Object.fromEntries(new URLSearchParams(listOf(query)));
  return (
    <button class="b p" type="button" onClick={() => ask({ action, selection: { fitting } })}>
      {words.value.messageList.allOfThese[action]}
    </button>
  );
}

/** What needs action, what waits, and everything. */
export function Tabs({ totals }: { readonly totals: TotalsAnswer }) {
  const { messageList: texts } = words.value;
  const { query } = address.value;
  const tabs = [
    { name: texts.needsAction, path: '/messages?needs=action', count: totals.needsAction },
    { name: texts.waitingTab, path: '/messages?state=waiting', count: totals.waiting },
    { name: texts.all, path: '/messages', count: totals.all },
  ];
  const current = query.get('needs') === 'action' ? 0 : query.get('state') === 'waiting' ? 1 : 2;
  return (
    <nav class="tabs" aria-label={texts.tabs}>
      {tabs.map(({ name, path, count }, place) => (
        <a key={path} href={linkTo(path)} aria-current={place === current ? 'page' : undefined}>
          {name} <span>{formatCount(count)}</span>
        </a>
      ))}
    </nav>
  );
}
