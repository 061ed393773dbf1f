import { useState } from 'preact/hooks';
import type { MappingAnswer, SourcesAnswer } from '../../../api/model/mapping-model.ts';
import { Failure, Loading } from '../../parts/page-states.tsx';
import { useAnswer } from '../../parts/use-answer.ts';
import { address } from '../../shell/address.ts';
import type { PageProps } from '../../shell/pages.ts';
import { OpenConflict } from './conflict/open-conflict.tsx';
import { EditView } from './edit-view.tsx';
import { readSource } from './source/source-address.ts';
import '../../style/workbench.css';
import '../../style/workbench-pages.css';

/** Document, mapping and result beside each other, live while somebody types; or what others have published over the draft. */
export default function WorkbenchPage({ params: { name = '' } }: PageProps) {
  return address.value.query.has('join') ? <OpenConflict name={name} /> : <Editor name={name} />;
}

function Editor({ name }: { readonly name: string }) {
  const mapping = useAnswer<MappingAnswer>(`/mappings/${encodeURIComponent(name)}`);
  // whoever follows a link to an old message sees it among the others
  const [asked] = useState(() => readSource(address.value.query.get('source')));
  const query = asked?.kind === 'message' ? `?message=${asked.id}` : '';
  const sources = useAnswer<SourcesAnswer>(`/mappings/${encodeURIComponent(name)}/sources${query}`);
  const [round, setRound] = useState(0);
  const error = mapping.error ?? sources.error;
  const again = (): void => {
    mapping.again();
    sources.again();
  };
  if (mapping.answer && sources.answer)
    return (
      <EditView
        key={`${name} ${mapping.answer.base} ${round}`}
        mapping={mapping.answer}
        sources={sources.answer}
        onPublished={() => {
          setRound(round + 1);
          mapping.again();
        }}
      />
    );
  return error === undefined ? <Loading /> : <Failure error={error} again={again} />;
}
