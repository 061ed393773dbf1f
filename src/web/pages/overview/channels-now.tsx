import type { ChannelRowItem } from '../../../api/model/overview-model.ts';
import { ChannelName, ChannelStates, Sparkline } from '../../parts/channel-cells.tsx';
import { filterChannels, needsFilter } from '../../parts/channel-filter.ts';
import { ChannelFilterBar } from '../../parts/channel-filter-bar.tsx';
import { LiveMark } from '../../parts/live-mark.tsx';
import { formatCount, formatTime } from '../../parts/times.ts';
import { changeQuery } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';

/** Every channel: how it stands, what waits, what came. */
export function ChannelsNow({ channels }: { readonly channels: readonly ChannelRowItem[] }) {
  const { channels: texts } = words.value;
  const { shown, hidden } = filterChannels(channels);
  const fine = channels.filter(
    ({ standing, troubles }) => standing === 'well' && troubles.length === 0,
  ).length;
  return (
    <section>
      <div class="head-line">
        <h2 id="channels-now">
          {words.value.shell.channels} <small>{texts.fineOf(fine, channels.length)}</small>
        </h2>
        <LiveMark />
      </div>
      {needsFilter(channels.length) && <ChannelFilterBar />}
      <table class="cards channel-table" aria-labelledby="channels-now">
        <thead>
          <tr>
            <th scope="col">{texts.channel}</th>
            <th scope="col">{texts.state}</th>
            <th scope="col">{texts.oldest}</th>
            <th scope="col" class="num">
              {texts.lastHour}
            </th>
            <th scope="col" class="num">
              {texts.today}
            </th>
            <th scope="col" class="last">
              {texts.last24}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((channel) => (
            <ChannelRow key={channel.name} channel={channel} />
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

function ChannelRow({ channel }: { readonly channel: ChannelRowItem }) {
  const { channels: texts } = words.value;
  const { oldestWaiting: oldest } = channel;
  return (
    <tr>
      <td>
        <ChannelName {...channel} />
      </td>
      <td class="right-m">
        <ChannelStates {...channel} />
      </td>
      <td class={oldest === undefined ? 'muted hide-m' : 'wide-m'}>
        {oldest === undefined ? texts.nothingWaits : <OldestWaiting at={formatTime(oldest)} />}
      </td>
      <td class="num hide-m">{formatCount(channel.lastHour)}</td>
      <td class="num hide-m">{formatCount(channel.today.received)}</td>
      <td class="last hide-m">
        <Sparkline hours={channel.hours} />
      </td>
    </tr>
  );
}

function OldestWaiting({ at }: { readonly at: string }) {
  return (
    <>
      <span class="only-m">{words.value.channels.oldest} </span>
      {at}
    </>
  );
}
