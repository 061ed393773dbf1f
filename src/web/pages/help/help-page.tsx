import { address } from '../../shell/address.ts';
import { HelpIndex } from './help-index.tsx';
import { ManualPage } from './manual-page.tsx';
import '../../style/help.css';

/** The manual of this version: `page` names one, `at` a place in it, `q` looks for words and codes. */
export default function HelpPage() {
  const { query } = address.value;
  const page = query.get('page');
  return page === null ? (
    <HelpIndex asked={query.get('q') ?? ''} />
  ) : (
    <ManualPage key={page} name={page} at={query.get('at') ?? ''} />
  );
}
