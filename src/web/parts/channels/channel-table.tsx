import type { ComponentChildren } from 'preact';
import type { ChannelRowItem } from '../../../api/model/overview-model.ts';
import { changeQuery } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';
import { LiveMark } from '../live-mark.tsx';
import { filterChannels, needsFilter } from './channel-filter.ts';
import { OpenFilterBar } from './open-filter-bar.tsx';
import '../../style/channels.css';

interface ChannelTableProps<Channel> {
  readonly channels: readonly Channel[];
  /** Beside the heading; `fitting`: how many fit the filter. */
  summary(fitting: number): string;
  /** Cells of its head. */
  readonly head: ComponentChildren;
  row(channel: Channel): ComponentChildren;
}

/** Channels with a filter where there are many; the troubled ones first, the rest when it is asked for. */
export function ChannelTable<Channel extends Pick<ChannelRowItem, 'name' | 'needsAction'>>(
  props: ChannelTableProps<Channel>,
) {
  const { channels: texts, shell } = words.value;
  const { shown, hidden, fitting } = filterChannels(props.channels);
  return (
    <section>
      <div class="head-line">
        <h2 id="channels">
          {shell.channels} <small>{props.summary(fitting)}</small>
        </h2>
        <LiveMark />
      </div>
      {needsFilter(props.channels.length) && <OpenFilterBar />}
      <table class="cards channel-table" aria-labelledby="channels">
        <thead>
          <tr>{props.head}</tr>
        </thead>
        <tbody>{shown.map(props.row)}</tbody>
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
