import type {
  AlarmItem,
  AlarmsAnswer,
  DecisionAnswer,
  SilenceItem,
} from '../../../api/model/alarms-model.ts';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { call } from '../../shell/call-api.ts';
import { words } from '../../shell/language.ts';
import { toast } from '../../shell/toasts.tsx';

/** What the reader wants to decide. */
export type AlarmAsked =
  | { readonly kind: 'acknowledge'; readonly alarm: AlarmItem }
  | { readonly kind: 'silence'; readonly alarm?: AlarmItem }
  | { readonly kind: 'end'; readonly silence: SilenceItem };

type Close = (isDone?: boolean) => void;

async function post(path: string, body: object, onClose: Close, said: string): Promise<void> {
  await call<DecisionAnswer>(path, { method: 'POST', body });
  toast(said);
  onClose(true);
}

export interface AcknowledgeProps {
  readonly alarm: AlarmItem;
  readonly onClose: Close;
}

export function AcknowledgeDialog({ alarm, onClose }: AcknowledgeProps) {
  const { alarms: texts } = words.value;
  const { code, about } = alarm;
  return (
    <ReasonDialog
      title={texts.acknowledgeTitle([alarm.title, about].filter(Boolean).join(', '))}
      act={words.value.troubles.acknowledge}
      onAct={(_fields, reason) =>
        post('/alarms/acknowledgements', { code, about, reason }, onClose, texts.acknowledgeDone)
      }
      onClose={() => onClose()}
    >
      <p class="said">{texts.acknowledgeHint}</p>
    </ReasonDialog>
  );
}

const lengths = [30, 60, 120, 240, 480, 1_440, 4_320, 10_080];

interface SilenceProps extends Pick<AlarmsAnswer, 'kinds' | 'channels'> {
  readonly alarm?: AlarmItem | undefined;
  readonly onClose: Close;
}

export function SilenceDialog({ alarm, kinds, channels, onClose }: SilenceProps) {
  const { alarms: texts } = words.value;
  const silence = (fields: FormData, reason: string): Promise<void> => {
    const body = {
      ...{ code: String(fields.get('code')), about: String(fields.get('about')).trim() },
      ...{ minutes: Number(fields.get('minutes')), reason },
    };
    return post('/alarms/silences', body, onClose, texts.silenceDone);
  };
  return (
    <ReasonDialog title={texts.silenceTitle} act={texts.silenceAct} onAct={silence} onClose={() => onClose()}>
      <p class="said">{texts.silenceHint}</p>
      <div class="row-fields">
        <div class="field">
          <label for="code">{texts.what}</label>
          <select class="in" id="code" name="code">
            <option value="">{texts.everyKind}</option>
            {kinds.map(({ code, title }) => (
              <option key={code} value={code} selected={code === alarm?.code}>
                {title}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for="about">{texts.where}</label>
          <input
            class="in"
            id="about"
            name="about"
            list="abouts"
            placeholder={texts.everywhere}
            defaultValue={alarm?.about ?? ''}
          />
          <datalist id="abouts">
            {channels.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </div>
        <div class="field">
          <label for="minutes">{texts.howLong}</label>
          <select class="in" id="minutes" name="minutes">
            {lengths.map((minutes) => (
              <option key={minutes} value={minutes} selected={minutes === 120}>
                {texts.length(minutes)}
              </option>
            ))}
          </select>
        </div>
      </div>
    </ReasonDialog>
  );
}

export function EndSilenceDialog({
  silence,
  onClose,
}: {
  readonly silence: SilenceItem;
  readonly onClose: Close;
}) {
  const { alarms: texts } = words.value;
  return (
    <ReasonDialog
      title={texts.endTitle}
      act={texts.endIt}
      onAct={(_fields, reason) =>
        post(`/alarms/silences/${silence.id}/end`, { reason }, onClose, texts.endDone)
      }
      onClose={() => onClose()}
    >
      <p class="said">{texts.endHint}</p>
    </ReasonDialog>
  );
}
