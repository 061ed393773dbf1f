import { useState } from 'preact/hooks';
import type { PageAnswer } from '../../../../api/model/mapping-compare-model.ts';
import { Problem } from '../../../parts/problem.tsx';
import { saveFile } from '../../../parts/save-file.ts';
import { call } from '../../../shell/call-api.ts';
import { words } from '../../../shell/language.ts';

/** The comparison as one file, to be printed and signed: with values, or with pseudonyms for who may not see them. */
export function SignedPage({ name, run }: { readonly name: string; readonly run: string }) {
  const { compare: texts } = words.value;
  const [failed, setFailed] = useState<unknown>();
  const save = (masked: boolean): void => {
    setFailed(undefined);
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
