import { ReasonDialog } from '../../../parts/reason-dialog.tsx';
import { call } from '../../../shell/call-api.ts';
import { words } from '../../../shell/language.ts';
import { toast } from '../../../shell/toasts.tsx';

interface IgnoreProps {
  readonly name: string;
  readonly path: string;
  onDone(): void;
  onClose(): void;
}

/** One line of ignored.csv in the draft: nothing is done before it is published. */
export function IgnoreDialog({ name, path, onDone, onClose }: IgnoreProps) {
  const { lost: texts } = words.value;
  const act = async (_: FormData, reason: string): Promise<void> => {
    await call(`/mappings/${name}/ignored`, { method: 'POST', body: { name, path, reason } });
    toast(texts.nowIgnored);
    onDone();
  };
  return (
    <ReasonDialog title={texts.ignoreTitle} act={texts.ignoreAct} onAct={act} onClose={onClose}>
      <p>
        <code>{path}</code>
      </p>
      <p>{texts.ignoreHint}</p>
    </ReasonDialog>
  );
}
