import type { ComparedGroup } from '../../../../api/model/mapping-compare-model.ts';
import { Icon } from '../../../parts/icons.tsx';
import { messagePath } from '../../../parts/message-paths.ts';
import { Sentence } from '../../../parts/sentence.tsx';
import { address, linkTo, pathWith } from '../../../shell/address.ts';
import { words } from '../../../shell/language.ts';
import type { Comparison } from './compare-page.tsx';
import { ComparedExample } from './compared-example.tsx';

interface GroupsProps {
  readonly name: string;
  readonly run: string;
  readonly comparison: Comparison;
}

/** Groups at the left, outcomes first; an example of the chosen one at the right. */
export function ComparedGroups({ name, run, comparison }: GroupsProps) {
  const { compare: texts } = words.value;
  const { groups, freed, leftOut, paths } = comparison;
  const asked = Number(address.value.query.get('group') ?? 0);
  const index = Number.isInteger(asked) && groups[asked] ? asked : 0;
  const chosen = groups[index];
  return (
    <div class="wb-two">
      <nav aria-label={texts.groups}>
        {sections.map((section) => (
          <SectionList key={section} {...{ section, groups, chosen: index, paths }} />
        ))}
        {leftOut > 0 && <p class="muted">{texts.leftOut(leftOut)}</p>}
        {freed.length > 0 && <FreedList freed={freed} />}
      </nav>
      {chosen && <ComparedExample key={index} {...{ name, run, group: chosen }} />}
    </div>
  );
}

const sections = ['worse', 'freed', 'otherwise', 'values', 'onceMore', 'unknown'] as const;

interface SectionProps {
  readonly section: ComparedGroup['section'];
  readonly groups: readonly ComparedGroup[];
  readonly chosen: number;
  readonly paths: Comparison['paths'];
}

function SectionList({ section, groups, chosen, paths }: SectionProps) {
  const { compare: texts } = words.value;
  const own = groups
    .map((group, index) => ({ group, index }))
    .filter(({ group }) => group.section === section);
  if (own.length === 0) return null;
  return (
    <section>
      <h2>{texts.sections[section]}</h2>
      {section === 'values' && (
        <ul class="wb-totals">
          {paths.map(({ path, count, messages }) => (
            <li key={path}>
              <code>{path}</code>{' '}
              <span class="muted">{words.value.publishing.otherValues(count, messages)}</span>
            </li>
          ))}
        </ul>
      )}
      <ul class="wb-groups">
        {own.map(({ group, index }) => (
          <li key={index}>
            <a href={linkTo(pathOfGroup(index))} aria-current={index === chosen ? 'true' : undefined}>
              <span class="num">{group.count} ×</span>
              <GroupText group={group} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const pathOfGroup = (index: number): string =>
  pathWith(address.value.path, address.value.query, { group: String(index), example: undefined });

function GroupText({ group }: { readonly group: ComparedGroup }) {
  const { compare: texts, publishing } = words.value;
  const { section, from, to, path, why, examples } = group;
  const quote = (value: string | undefined) => (value === undefined ? texts.nothing : `“${value}”`);
  if (section === 'values')
    return (
      <span>
        <code>{path}</code>
        <small>
          {quote(from)} → {quote(to)}
        </small>
      </span>
    );
  if (from === undefined || to === undefined)
    return <span>{why === '' ? texts.sections[section] : why}</span>;
  // of others in the group the values may be others
  const first = examples[0]?.what ?? '';
  const tone = section === 'worse' ? 'parked' : section === 'freed' ? 'tick' : 'triangle';
  return (
    <span>
      <Icon name={tone === 'triangle' ? 'warning' : tone} tone={section === 'freed' ? 'ok' : 'warn'} />{' '}
      {publishing.steps[from] ?? from} → <strong>{publishing.steps[to] ?? to}</strong>
      <small>
        {why}
        {why !== first && first !== '' && ': '}
        {why !== first && <Sentence text={first} />}
      </small>
    </span>
  );
}

/** Exactly what a retry after publishing takes. */
function FreedList({ freed }: { readonly freed: readonly number[] }) {
  const { compare: texts } = words.value;
  return (
    <section>
      <h2>{texts.freedTitle(freed.length)}</h2>
      <p class="muted">{texts.freedHint}</p>
      <p class="wb-numbers">
        {freed.map((id) => (
          <a key={id} href={linkTo(messagePath(id))}>
            {id}
          </a>
        ))}
      </p>
    </section>
  );
}
