import type { ChannelRowItem } from '../../../api/model/overview-model.ts';
import { linkTo } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';
import { StateWord } from '../answer.tsx';
import { Icon, type MarkState } from '../icons.tsx';
import { channelPath } from '../message-paths.ts';
import { formatCount } from '../times.ts';

/** The name of a channel with its direction. */
export function ChannelName({ name, direction }: Pick<ChannelRowItem, 'name' | 'direction'>) {
  const { channels: texts } = words.value;
  return (
    <a class="channel" href={linkTo(channelPath(name))}>
      <Icon name={direction === 'inbound' ? 'toExchange' : 'toErp'} />
      <span class="vh">{texts.directions[direction]} </span>
      {name}
    </a>
  );
}

const marks: Readonly<Record<ChannelRowItem['standing'], MarkState>> = {
  decide: 'parked',
  refused: 'refused',
  'not-collected': 'warning',
  troubled: 'warning',
  waiting: 'waiting',
  well: 'green',
};

/** How it stands, and what is wrong with the channel itself. */
export function ChannelStates({
  standing,
  text,
  troubles,
}: Pick<ChannelRowItem, 'standing' | 'text' | 'troubles'>) {
  return (
    <>
      {standing !== 'troubled' && (
        <span class="channel-state">
          <StateWord state={marks[standing]}>{text}</StateWord>
        </span>
      )}
      {troubles.map(({ level, title }) => (
        <span class="channel-state" key={title}>
          <StateWord state={level === 'red' ? 'stopped' : 'warning'}>{title}</StateWord>
        </span>
      ))}
    </>
  );
}

const size = { width: 120, height: 20, bar: 4, step: 5 };

/** What was received in each of the last 24 hours; hours in which something was parked or refused are coloured. */
export function Sparkline({ hours }: Pick<ChannelRowItem, 'hours'>) {
  const { channels: texts } = words.value;
  const most = Math.max(1, ...hours.map(({ received }) => received));
  const sum = (key: 'received' | 'parked' | 'refused'): string =>
    formatCount(hours.reduce((total, one) => total + one[key], 0));
  return (
    <svg
      class="spark"
      width={size.width}
      height={size.height}
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="img"
      aria-label={texts.sparkline(sum('received'), sum('parked'), sum('refused'))}
    >
      {hours.map(({ received, parked, refused }, n) => {
        const height = received === 0 ? 1 : Math.max(2, Math.round((received / most) * (size.height - 1)));
        return (
          <rect
            key={n}
            class={received === 0 ? 'empty' : refused > 0 ? 'bad' : parked > 0 ? 'warn' : ''}
            x={n * size.step}
            y={size.height - height}
            width={size.bar}
            height={height}
          />
        );
      })}
    </svg>
  );
}
