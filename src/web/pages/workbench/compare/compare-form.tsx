import { useEffect, useState } from 'preact/hooks';
import type { ComparisonQuestion } from '../../../../api/model/mapping-compare-model.ts';
import type { RunBegun } from '../../../../api/model/mapping-lost-model.ts';
import type { MappingAnswer } from '../../../../api/model/mapping-model.ts';
import { Problem } from '../../../parts/problem.tsx';
import { address, changeQuery } from '../../../shell/address.ts';
import { call } from '../../../shell/call-api.ts';
import { words } from '../../../shell/language.ts';

const spans = [7, 30, 90, 365] as const;
const usualDays = 30;

interface FormProps {
  readonly mapping: MappingAnswer;
  readonly isWorking: boolean;
}

/** Begins to compare; the run stands in the address. */
async function beginComparison(name: string, asked: Omit<ComparisonQuestion, 'name'>): Promise<void> {
  const body = { name, ...asked };
  const { run } = await call<RunBegun>(`/mappings/${name}/comparison`, { method: 'POST', body });
  changeQuery({ comparison: run, group: undefined, example: undefined });
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
    setFailed(undefined);
    beginComparison(name, {
      ...{ days: Number(fields.get('days')), channel: filled('channel'), party: filled('party') },
    }).catch(setFailed);
  };
  useBeginAtOnce(name, setFailed);
  return (
    <form class="wb-form" onSubmit={start}>
      <label>
        {texts.span}{' '}
        <select class="in" name="days" defaultValue={usualDays}>
          {spans.map((days) => (
            <option key={days} value={days} selected={days === usualDays}>
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

/** Who came by Ctrl Enter wants to see it, not a form. */
function useBeginAtOnce(name: string, fail: (error: unknown) => void): void {
  const isAsked = address.value.query.has('begin');
  useEffect(() => {
    if (!isAsked) return;
    changeQuery({ begin: undefined });
    beginComparison(name, { days: usualDays }).catch(fail);
  }, [isAsked]);
}
