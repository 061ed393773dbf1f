import { useState } from 'preact/hooks';
import type { PageAnswer } from '../../../../api/model/mapping-compare-model.ts';
import { Problem } from '../../../parts/problem.tsx';
import { call } from '../../../shell/call-api.ts';
import { words } from '../../../shell/language.ts';

/** The comparison as one file, to be printed and signed: with values, or with pseudonyms for who may not see them. */
export function SignedPage({ name, run }: { readonly name: string; readonly run: string }) {
  const { compare: texts } = words.value;
  const [failed, setFailed] = useState<unknown>();
  const save = (masked: boolean): void => {
    const query = new URLSearchParams({ run, masked: String(masked) });
    call<PageAnswer>(`/mappings/${name}/comparison/page?${query}`).then(
      ({ html }) => saveFile(`${name}${masked ? '-masked' : ''}.html`, html),
      setFailed,
    );
  };
  return (
    <>
      <button type="button" class="b" onClick={() => save(false)}>
        {texts.page}
      </button>
      <button type="button" class="b" onClick={() => save(true)}>
        {texts.pageMasked}
      </button>
      <Problem error={failed} />
    </>
  );
}

function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/html' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
