import { useEffect, useState } from 'preact/hooks';
import type { MissingKeysAnswer, TablesAnswer } from '../../../../api/model/table-model.ts';
import { Failure, Loading } from '../../../parts/page-states.tsx';
import { useAnswer } from '../../../parts/use-answer.ts';
import { address } from '../../../shell/address.ts';
import type { PageProps } from '../../../shell/pages.ts';
import { TablesView } from './tables-view.tsx';
import '../../../style/workbench.css';
import '../../../style/workbench-tables.css';

/** The tables of a mapping, as rows that can be typed. */
export default function TablesPage({ params: { name = '' } }: PageProps) {
  const { query } = address.value;
  const asked = new URLSearchParams(
    ['table', 'find'].flatMap((one) => {
      const value = query.get(one);
      return value === null ? [] : [[one, value]];
    }),
  );
  const [round, setRound] = useState(0);
  const answer = useAnswer<TablesAnswer>(`/mappings/${encodeURIComponent(name)}/tables?${asked}`);
  const missing = useAnswer<MissingKeysAnswer>(`/mappings/${encodeURIComponent(name)}/missing`);
  // what is shown stays while rows beneath are sought
  const [kept, setKept] = useState<TablesAnswer>();
  useEffect(() => {
    if (answer.answer) setKept(answer.answer);
  }, [answer.answer]);
  const known = answer.answer ?? kept;
  if (known === undefined)
    return answer.error === undefined ? <Loading /> : <Failure error={answer.error} again={answer.again} />;
  const again = (): void => {
    setRound((n) => n + 1);
    answer.again();
    missing.again();
  };
  return (
    <TablesView
      key={`${name} ${known.shown?.name} ${round} ${round > 0 ? known.base : ''}`}
      {...{ name, answer: known, missing, onPublished: again, onKept: answer.again }}
    />
  );
}
