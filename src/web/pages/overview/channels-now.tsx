import type { ChannelRowItem } from '../../../api/model/overview-model.ts';
import { ChannelName, ChannelStates, Sparkline } from '../../parts/channels/channel-cells.tsx';
import { ChannelTable } from '../../parts/channels/channel-table.tsx';
import { formatCount, formatTime } from '../../parts/times.ts';
import { words } from '../../shell/language.ts';

/** Every channel: how it stands, what waits, what came. */
export function ChannelsNow({ channels }: { readonly channels: readonly ChannelRowItem[] }) {
  const { channels: texts } = words.value;
  const fine = channels.filter(
    ({ standing, troubles }) => standing === 'well' && troubles.length === 0,
  ).length;
  return (
    <ChannelTable
      channels={channels}
      summary={() => texts.fineOf(fine, channels.length)}
      head={<Head />}
      row={(channel) => <ChannelRow key={channel.name} channel={channel} />}
    />
  );
}

function Head() {
  const { channels: texts } = words.value;
  return (
    <>
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
    </>
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
