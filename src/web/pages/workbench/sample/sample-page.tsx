import { useEffect, useState } from 'preact/hooks';
import type { SampleAnswer } from '../../../../api/model/workbench/sample-model.ts';
import { Failure, Loading } from '../../../parts/page-states.tsx';
import { useAnswer } from '../../../parts/use-answer.ts';
import { address } from '../../../shell/address.ts';
import { call } from '../../../shell/call-api.ts';
import { useLoaded } from '../../../shell/use-loaded.ts';
import { SampleChooser } from './sample-chooser.tsx';
import type { ViewProps } from './sample-view.tsx';
import { pathOfSample } from './use-sample.ts';
import '../../../style/workbench.css';
import '../../../style/workbench-pages.css';
import '../../../style/message.css';
import '../../../style/sample.css';

/**
 * A new format from a file of the ERP (`/formats/new`), or the format that a mapping reads, as it is kept (`/formats/change?mapping=NAME`). The
 * gateway keeps the file and what is said of it.
 */
export default function SamplePage() {
  const mapping = address.value.query.get('mapping') ?? undefined;
  return <SampleOf key={mapping} mapping={mapping} />;
}

function SampleOf({ mapping }: Pick<ViewProps, 'mapping'>) {
  const { answer, error, again } = useAnswer<SampleAnswer>(pathOfSample(mapping));
  const [isChoosing, setChoosing] = useState(false);
  const chosen = (): void => {
    setChoosing(false);
    again();
  };
  if (answer === undefined)
    return error === undefined ? <Loading /> : <Failure error={error} again={again} />;
  if (answer.file === undefined && mapping !== undefined && !isChoosing)
    return <UsualSample mapping={mapping} onChosen={again} onNone={() => setChoosing(true)} />;
  if (answer.file === undefined || isChoosing)
    return <SampleChooser sample={answer} {...{ mapping }} onChosen={chosen} />;
  const gone = mapping === undefined ? again : () => setChoosing(true);
  const key = `${answer.file.path} ${answer.file.size}`;
  return <LoadedView key={key} sample={answer} {...{ mapping }} onGone={gone} onTaken={again} />;
}

interface UsualProps {
  readonly mapping: string;
  onChosen(): void;
  onNone(): void;
}

/** A fixture of the mapping, or what its newest message came as: nobody has to look for a file first. */
function UsualSample({ mapping, onChosen, onNone }: UsualProps) {
  useEffect(() => {
    const body = { mapping, given: { kind: 'usual' } };
    call('/formats/sample', { method: 'PUT', body }).then(onChosen, onNone);
  }, []);
  return <Loading />;
}

/** Loaded by who has a sample. */
function LoadedView(props: ViewProps) {
  const { module } = useLoaded(() => import('./sample-view.tsx'), ['drafts', 'sample', 'workbench']);
  if (!module) return <Loading />;
  const { SampleView } = module;
  return <SampleView {...props} />;
}
