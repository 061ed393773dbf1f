import type { RulePart, UsageAnswer } from '../../../../api/model/mapping-lost-model.ts';
import { words } from '../../../shell/language.ts';

/** Rules and conditions of the mapping that none of the messages needed. */
export function UnusedParts({ usage }: { readonly usage: Extract<UsageAnswer, { kind: 'done' }> }) {
  const { lost: texts } = words.value;
  return (
    <div class="wb-columns">
      <PartList title={texts.unfilled} parts={usage.unfilled} />
      <PartList title={texts.neverTrue} parts={usage.neverTrue} />
    </div>
  );
}

/** Parts that are shown at once. */
const most = 8;

function PartList({ title, parts }: { readonly title: string; readonly parts: readonly RulePart[] }) {
  const { lost: texts } = words.value;
  if (parts.length === 0) return null;
  const [first, rest] = [parts.slice(0, most), parts.slice(most)];
  return (
    <section>
      <h2>
        {title} <span class="muted">{parts.length}</span>
      </h2>
      <Parts parts={first} />
      {rest.length > 0 && (
        <details>
          <summary>{texts.more(rest.length)}</summary>
          <Parts parts={rest} />
        </details>
      )}
    </section>
  );
}

const Parts = ({ parts }: { readonly parts: readonly RulePart[] }) => (
  <ul class="wb-rows">
    {parts.map(({ name, place, text }) => (
      <li key={place}>
        <code title={text}>{name}</code> <span class="muted">{place.replace(/:\d+$/, '')}</span>
      </li>
    ))}
  </ul>
);
