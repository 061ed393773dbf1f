import { useState } from 'preact/hooks';
import type { RunBegun } from '../../../../api/model/mapping-lost-model.ts';
import type { MappingAnswer } from '../../../../api/model/mapping-model.ts';
import { Problem } from '../../../parts/problem.tsx';
import { changeQuery } from '../../../shell/address.ts';
import { call } from '../../../shell/call-api.ts';
import { words } from '../../../shell/language.ts';

const spans = [7, 30, 90, 365] as const;

interface FormProps {
  readonly mapping: MappingAnswer;
  readonly isWorking: boolean;
}

/** Over which messages. */
export function CompareForm({ mapping: { name, channels }, isWorking }: FormProps) {
  const { compare: texts } = words.value;
  const [failed, setFailed] = useState<unknown>();
  const start = (event: Event): void => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const fields = new FormData(event.currentTarget);
    const filled = (field: string) => String(fields.get(field) ?? '').trim() || undefined;
    const body = {
      name,
      days: Number(fields.get('days')),
      channel: filled('channel'),
      party: filled('party'),
    };
    setFailed(undefined);
    call<RunBegun>(`/mappings/${name}/comparison`, { method: 'POST', body }).then(
      ({ run }) => changeQuery({ comparison: run, group: undefined, example: undefined }),
      setFailed,
    );
  };
  return (
    <form class="wb-form" onSubmit={start}>
      <label>
        {texts.span}{' '}
        <select class="in" name="days" defaultValue="30">
          {spans.map((days) => (
            <option key={days} value={days} selected={days === 30}>
              {texts.days(days)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {texts.channel}{' '}
        <select class="in" name="channel">
          <option value="">{texts.allChannels}</option>
          {channels.map((channel) => (
            <option key={channel} value={channel}>
              {channel}
            </option>
          ))}
        </select>
      </label>
      <label>
        {texts.party} <input class="in" name="party" maxLength={200} placeholder={texts.allParties} />
      </label>
      <button type="submit" class="b" disabled={isWorking}>
        {texts.start}
      </button>
      <Problem error={failed} />
    </form>
  );
}
