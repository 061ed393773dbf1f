import type { SampleAnswer } from '../../../../api/model/workbench/sample-model.ts';
import { Failure, Loading } from '../../../parts/page-states.tsx';
import { useAnswer } from '../../../parts/use-answer.ts';
import { useLoaded } from '../../../shell/use-loaded.ts';
import { SampleChooser } from './sample-chooser.tsx';
import type { ViewProps } from './sample-view.tsx';
import '../../../style/workbench.css';
import '../../../style/workbench-pages.css';
import '../../../style/message.css';
import '../../../style/sample.css';

/** A new format from a file of the ERP; the gateway keeps the file and what is said of it. */
export default function SamplePage() {
  const { answer, error, again } = useAnswer<SampleAnswer>('/formats/sample');
  if (answer === undefined)
    return error === undefined ? <Loading /> : <Failure error={error} again={again} />;
  if (answer.file === undefined) return <SampleChooser sample={answer} onChosen={again} />;
  return <LoadedView key={`${answer.file.path} ${answer.file.size}`} sample={answer} onGone={again} />;
}

/** Loaded by who has a sample. */
function LoadedView(props: ViewProps) {
  const { module } = useLoaded(() => import('./sample-view.tsx'), ['drafts', 'sample', 'workbench']);
  if (!module) return <Loading />;
  const { SampleView } = module;
  return <SampleView {...props} />;
}
