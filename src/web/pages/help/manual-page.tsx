import { useEffect } from 'preact/hooks';
import type { ManualPageAnswer } from '../../../api/model/manual-model.ts';
import { Failure, Loading } from '../../parts/page-states.tsx';
import { useAnswer } from '../../parts/use-answer.ts';
import { linkTo } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';
import { ManualBlocks } from './manual-nodes.tsx';

/** One page of the manual; `at`: the heading or row that is looked for. */
export function ManualPage({ name, at }: { readonly name: string; readonly at: string }) {
  const { help: texts } = words.value;
  const { answer, error } = useAnswer<ManualPageAnswer>(`/help/page?${new URLSearchParams({ name })}`);
  useEffect(() => {
    const place = at === '' ? null : document.getElementById(at);
    place?.scrollIntoView({ block: 'start' });
    place?.classList.add('at');
    return () => place?.classList.remove('at');
  }, [answer, at]);
  if (!answer) return error === undefined ? <Loading /> : <Failure error={error} />;
  return (
    <main id="main" class="manual" lang={name.startsWith('nl/') ? 'nl' : 'en'}>
      <p lang={document.documentElement.lang}>
        <a href={linkTo('/help')}>{texts.title}</a>
      </p>
      <ManualBlocks blocks={answer.blocks} />
    </main>
  );
}
