import { useState } from 'preact/hooks';
import type { SampleAnswer } from '../../../../api/model/workbench/sample-model.ts';
import { Answer } from '../../../parts/answer.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { address } from '../../../shell/address.ts';
import { call } from '../../../shell/call-api.ts';
import { words } from '../../../shell/language.ts';
import { MessageForm } from '../source/message-form.tsx';

interface ChooserProps {
  readonly sample: SampleAnswer;
  /** Whose format is changed. */
  readonly mapping: string | undefined;
  onChosen(): void;
}

type Given =
  | { readonly kind: 'file'; readonly path: string; readonly base64: string }
  | { readonly kind: 'message'; readonly id: number };

/** A file that is dropped or chosen, a text that is pasted, or what a message came as. */
export function SampleChooser({ sample, mapping, onChosen }: ChooserProps) {
  const { sample: texts } = words.value;
  const [failed, setFailed] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const give = (given: Promise<Given>): void => {
    setBusy(true);
    setFailed(undefined);
    given
      .then((one) => call<SampleAnswer>('/formats/sample', { method: 'PUT', body: { given: one, mapping } }))
      .then(onChosen, setFailed)
      .finally(() => setBusy(false));
  };
  return (
    <main id="main">
      <Answer
        state="noNews"
        title={sample.format === undefined ? texts.chooseTitle : texts.change.chooseTitle(sample.format)}
      >
        {texts.chooseHint(sample.mostBytes / 1_000_000, sample.mostLines)}{' '}
        {sample.format === undefined && texts.outboundHint}
      </Answer>
      <Problem error={failed} />
      <FileDrop isBusy={isBusy} onFile={(file) => give(readFile(file))} />
      <PasteForm isBusy={isBusy} onText={(text) => give(readText(text))} />
      <MessageForm
        label={texts.message}
        first={address.value.query.get('message') ?? ''}
        act={texts.useMessage}
        isBusy={isBusy}
        onMessage={(id) => give(Promise.resolve({ kind: 'message', id }))}
      />
    </main>
  );
}

async function readFile(file: File): Promise<Given> {
  return { kind: 'file', path: file.name, base64: encodeBase64(new Uint8Array(await file.arrayBuffer())) };
}

const readText = async (text: string): Promise<Given> => ({
  ...{
    kind: 'file',
    path: words.value.sample.pastedName,
    base64: encodeBase64(new TextEncoder().encode(text)),
  },
});

/** In pieces: a function takes so many arguments and no more. */
function encodeBase64(bytes: Uint8Array): string {
  const size = 0x80_00;
  let text = '';
  for (let at = 0; at < bytes.length; at += size)
    text += String.fromCharCode(...bytes.subarray(at, at + size));
  return btoa(text);
}

function FileDrop({ isBusy, onFile }: { readonly isBusy: boolean; onFile(file: File): void }) {
  const { sample: texts } = words.value;
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer?.files ?? [];
    if (file) onFile(file);
  };
  const over = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <section
      class={`sample-drop${isOver ? ' is-over' : ''}`}
      aria-label={texts.file}
      onDrop={drop}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
    >
      <label>
        {texts.dropHere}{' '}
        <input
          type="file"
          disabled={isBusy}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) onFile(file);
          }}
        />
      </label>
    </section>
  );
}

function PasteForm({ isBusy, onText }: { readonly isBusy: boolean; onText(text: string): void }) {
  const { sample: texts } = words.value;
  const [text, setText] = useState('');
  return (
    <form
      class="sample-paste"
      onSubmit={(event) => {
        event.preventDefault();
        onText(text);
      }}
    >
      <label>
        {texts.pasteHere}
        <textarea
          class="in mono"
          rows={5}
          value={text}
          spellcheck={false}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <button type="submit" class="b" disabled={isBusy || text.trim() === ''}>
        {texts.useText}
      </button>
    </form>
  );
}
