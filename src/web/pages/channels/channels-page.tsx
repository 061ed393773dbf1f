import type { ChannelItem, ChannelsAnswer } from '../../../api/model/channels-model.ts';
import { Answer } from '../../parts/answer.tsx';
import { ChannelTable } from '../../parts/channels/channel-table.tsx';
import { ColumnHeads } from '../../parts/column-heads.tsx';
import { Failure, Loading } from '../../parts/page-states.tsx';
import { useAnswer } from '../../parts/use-answer.ts';
import { words } from '../../shell/language.ts';
import { mayDecide } from '../../shell/session.ts';
import { ChannelLine } from './channel-line.tsx';

/** Every channel: how it stands, what it did today, and a look at it now. */
export default function ChannelsPage() {
  const { answer, error, again } = useAnswer<ChannelsAnswer>('/channels', { follow: true });
  if (!answer) return error === undefined ? <Loading /> : <Failure error={error} again={again} />;
  const { channels } = answer;
  return (
    <main id="main">
      <Headline channels={channels} />
      <ChannelTable
        channels={channels}
        summary={(fitting) => words.value.channels.shown(fitting, channels.length)}
        head={<Head />}
        row={(channel) => <ChannelLine key={channel.name} channel={channel} />}
      />
    </main>
  );
}

function Headline({ channels }: { readonly channels: readonly ChannelItem[] }) {
  const { channels: texts } = words.value;
  const troubled = channels.filter(({ needsAction }) => needsAction);
  const waiting = channels.filter(({ needsAction, standing }) => !needsAction && standing === 'waiting');
  const isStopped = troubled.some(({ troubles }) => troubles.some(({ level }) => level === 'red'));
  const state = isStopped ? 'red' : troubled.length > 0 ? 'parked' : waiting.length > 0 ? 'waiting' : 'green';
  const fine = channels.length - troubled.length - waiting.length;
  return (
    <Answer state={state} title={texts.title(troubled.length, channels.length, waiting.length)}>
      {troubled.length + waiting.length > 0 && texts.othersFine(fine)}
    </Answer>
  );
}

function Head() {
  const { channels: texts } = words.value;
  return (
    <>
      <ColumnHeads names={[texts.channel, texts.state, texts.lastFile]} />
      <th scope="col" class="num in-out">
        {texts.todayInOut}
      </th>
      <th scope="col">{texts.noNews}</th>
      <th scope="col" class="last">
        {texts.last24}
      </th>
      {mayDecide.value && (
        <th scope="col">
          <span class="vh">{texts.check}</span>
        </th>
      )}
    </>
  );
}
