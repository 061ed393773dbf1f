import { useState } from 'preact/hooks';
import type { ChannelItem, CheckAnswer } from '../../../api/model/channels-model.ts';
import { ChannelName, ChannelStates, Sparkline } from '../../parts/channels/channel-cells.tsx';
import { CutName } from '../../parts/cut-name.tsx';
import { Icon, type IconName, type Tone } from '../../parts/icons.tsx';
import { messagePath } from '../../parts/message-paths.ts';
import { Problem } from '../../parts/problem.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { formatCount, formatSeconds, formatTime } from '../../parts/times.ts';
import { linkTo } from '../../shell/address.ts';
import { call } from '../../shell/call-api.ts';
import { words } from '../../shell/language.ts';
import { mayDecide } from '../../shell/session.ts';

interface Checked {
  readonly at: string;
  readonly results: CheckAnswer['results'];
}

/** Reasons that are shown; the list of its messages has them all. */
const mostReasons = 2;

/** A channel, and below it what the last look at it found. */
export function ChannelLine({ channel }: { readonly channel: ChannelItem }) {
  const { channels: texts } = words.value;
  const [checked, setChecked] = useState<Checked>();
  const [failed, setFailed] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const check = async (): Promise<void> => {
    setBusy(true);
    setFailed(undefined);
    try {
      const path = `/channels/${encodeURIComponent(channel.name)}/check`;
      const { results } = await call<CheckAnswer>(path, { method: 'POST', body: {} });
      setChecked({ at: new Date().toISOString(), results });
    } catch (error) {
      setFailed(error);
    }
    setBusy(false);
  };
  return (
    <>
      <tr>
        <Facts channel={channel} />
        {mayDecide.value && (
          <td class="num right-m">
            <button
              class="b s"
              type="button"
              disabled={isBusy}
              aria-label={texts.checkOf(channel.name)}
              onClick={() => void check()}
            >
              {isBusy ? texts.checking : texts.check}
            </button>
          </td>
        )}
      </tr>
      {(checked !== undefined || failed !== undefined) && (
        <tr class="checked">
          <td colSpan={7} class="wide-m">
            <Problem error={failed} />
            {checked && <Results name={channel.name} checked={checked} />}
          </td>
        </tr>
      )}
    </>
  );
}

function Facts({ channel }: { readonly channel: ChannelItem }) {
  const { channels: texts } = words.value;
  const { last, today, noNews, hours } = channel;
  return (
    <>
      <td>
        <ChannelName {...channel} />
      </td>
      <td class="right-m">
        <ChannelStates {...channel} />
      </td>
      <td class="wide-m">
        {last && (
          <>
            <a href={linkTo(messagePath(last.id))}>
              <CutName name={last.name} />
            </a>{' '}
            <span class="muted">{formatTime(last.receivedAt)}</span>
          </>
        )}
      </td>
      <td class="num hide-m in-out">
        {texts.inOut(formatCount(today.received), formatCount(today.delivered))}
      </td>
      <td class="muted wide-m ch-why">
        {noNews.slice(0, mostReasons).map(({ count, text }) => (
          <div key={text}>
            {formatCount(count)} × <Sentence text={text} />
          </div>
        ))}
      </td>
      <td class="last hide-m">
        <Sparkline hours={hours} />
      </td>
    </>
  );
}

const icons: Readonly<Record<CheckAnswer['results'][number]['level'], readonly [IconName, Tone]>> = {
  ok: ['tick', 'ok'],
  open: ['noNews', 'none'],
  warn: ['warning', 'warn'],
  wrong: ['refused', 'bad'],
};

function Results({ name, checked: { at, results } }: { readonly name: string; readonly checked: Checked }) {
  const { channels: texts } = words.value;
  return (
    <div role="status">
      <strong>{texts.wasChecked(name, formatSeconds(at))}</strong>
      <ul>
        {results.map(({ level, about, text, more }) => {
          const [icon, tone] = icons[level];
          return (
            <li key={`${about} ${text}`}>
              <Icon name={icon} tone={tone} />
              <span>
                <span class="vh">{texts.levels[level]}: </span>
                {about}: <Sentence text={[text, ...more].join('\n')} />
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
