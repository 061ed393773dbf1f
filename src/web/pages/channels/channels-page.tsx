import type { ChannelItem, ChannelsAnswer } from '../../../api/model/channels-model.ts';
import { Answer } from '../../parts/answer.tsx';
import { filterChannels, needsFilter } from '../../parts/channel-filter.ts';
import { ChannelFilterBar } from '../../parts/channel-filter-bar.tsx';
import { LiveMark } from '../../parts/live-mark.tsx';
import { Failure, Loading } from '../../parts/page-states.tsx';
import { useAnswer } from '../../parts/use-answer.ts';
import { changeQuery } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';
import { mayOperate } from '../../shell/session.ts';
import { ChannelLine } from './channel-line.tsx';
import '../../style/channels.css';

/** Every channel: how it stands, what it did today, and a look at it now. */
export default function ChannelsPage() {
  const { answer, error, again } = useAnswer<ChannelsAnswer>('/channels', { follow: true });
  if (!answer) return error === undefined ? <Loading /> : <Failure error={error} again={again} />;
  const { channels } = answer;
  return (
    <main id="main">
      <Headline channels={channels} />
      <Channels channels={channels} />
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

function Channels({ channels }: { readonly channels: readonly ChannelItem[] }) {
  const { channels: texts } = words.value;
  const { shown, hidden, fitting } = filterChannels(channels);
  return (
    <section>
      <div class="head-line">
        <h2 id="all-channels">
          {words.value.shell.channels} <small>{texts.shown(fitting, channels.length)}</small>
        </h2>
        <LiveMark />
      </div>
      {needsFilter(channels.length) && <ChannelFilterBar />}
      <table class="cards channel-table" aria-labelledby="all-channels">
        <thead>
          <tr>
            {[texts.channel, texts.state, texts.lastFile].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            <th scope="col" class="num">
              {texts.todayInOut}
            </th>
            <th scope="col">{texts.noNews}</th>
            <th scope="col" class="last">
              {texts.last24}
            </th>
            {mayOperate.value && (
              <th scope="col">
                <span class="vh">{texts.check}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {shown.map((channel) => (
            <ChannelLine key={channel.name} channel={channel} />
          ))}
        </tbody>
      </table>
      {shown.length === 0 && <p class="hint">{texts.noneFits}</p>}
      {hidden > 0 && (
        <button class="b s more" type="button" onClick={() => changeQuery({ all: '1' })}>
          {texts.more(hidden)}
        </button>
      )}
    </section>
  );
}
