import type { OverviewAnswer } from '../../../api/model/overview-model.ts';
import { Failure, Loading } from '../../parts/page-states.tsx';
import { useAnswer } from '../../parts/use-answer.ts';
import { ChannelsNow } from './channels-now.tsx';
import { Dependencies } from './dependencies.tsx';
import { Headline } from './headline.tsx';
import { NeedsActionLines } from './needs-action-lines.tsx';
import { Recent } from './recent.tsx';
import '../../style/troubles.css';

/** How it stands; if not well: the worst of it in one sentence, and everything that needs somebody. */
export default function OverviewPage() {
  const { answer, error, again } = useAnswer<OverviewAnswer>('/overview', { follow: true });
  if (!answer) return error === undefined ? <Loading /> : <Failure error={error} again={again} />;
  return (
    <main id="main">
      <Headline answer={answer} again={again} />
      <NeedsActionLines answer={answer} />
      <ChannelsNow channels={answer.channels} />
      <Dependencies items={answer.dependencies} />
      <Recent entries={answer.recent} />
    </main>
  );
}
