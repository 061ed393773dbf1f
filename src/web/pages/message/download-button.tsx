import { useState } from 'preact/hooks';
import type { BodyAnswer } from '../../../api/model/message-model.ts';
import { textOf } from '../../parts/problem.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { call } from '../../shell/call-api.ts';
import { words } from '../../shell/language.ts';

interface DownloadProps {
  readonly id: number;
  readonly part: string;
  /** Absent: as a button. */
  readonly label?: string;
}

/** The bytes as they are. They are asked for with the session, which a plain link would not carry. */
export function DownloadButton({ id, part, label }: DownloadProps) {
  const { messages } = words.value;
  const [failed, setFailed] = useState<unknown>();
  const download = async (): Promise<void> => {
    try {
      const path = `/messages/${id}/body?${new URLSearchParams({ role: part })}`;
      const { name, base64 } = await call<BodyAnswer>(path);
      saveFile(name, decode(base64));
      setFailed(undefined);
    } catch (error) {
      setFailed(error);
    }
  };
  return (
    <>
      <button
        class={label === undefined ? 'b s' : 'ghost link'}
        type="button"
        aria-label={label === undefined ? messages.downloadPart(messages.partNames[part] ?? part) : undefined}
        onClick={() => void download()}
      >
        {label ?? messages.download}
      </button>
      {failed !== undefined && <span role="alert">{textOf(failed)}</span>}
    </>
  );
}

const decode = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
