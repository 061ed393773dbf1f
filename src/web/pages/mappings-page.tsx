import type { MappingsAnswer } from '../../api/model/mapping-model.ts';
import { Answer } from '../parts/answer.tsx';
import { Failure, Loading } from '../parts/page-states.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { address, changeQuery, linkTo, pathWith } from '../shell/address.ts';
import { words } from '../shell/language.ts';
import { mayAdminister } from '../shell/session.ts';
import '../style/workbench.css';
import { SearchField } from '../parts/forms/search-field.tsx';
import { listUsedMappings } from './mappings/used-mappings.ts';

/** All mappings: which channels use them, and what of them is one's own. */
export default function MappingsPage() {
  const { answer, error, again } = useAnswer<MappingsAnswer>('/mappings');
  if (answer === undefined)
    return error === undefined ? <Loading /> : <Failure error={error} again={again} />;
  const { mappings: texts } = words.value;
  const { mappings } = answer;
  const changed = mappings.filter(({ origin }) => origin !== 'delivered').length;
  const used = listUsedMappings(mappings);
  const hasChannels = mappings.some(({ channels }) => channels.length > 0);
  // on a laptop, over an empty folder, none is used yet
  const isAll = used.length === 0 || address.value.query.get('show') === 'all';
  const listed = isAll ? mappings : used;
  const shown = listed.filter((one) => fits(one, address.value.query.get('name') ?? ''));
  return (
    <main id="main">
      <Answer
        state="green"
        title={texts.listTitle(mappings.length, changed)}
        acts={
          mayAdminister.value && (
            <a class="b" href={linkTo('/formats/new')}>
              {texts.newFormat}
            </a>
          )
        }
      >
        {texts.listHint}
      </Answer>
      {used.length > 0 && (
        <nav class="seg" aria-label={texts.listCaption}>
          <ShowLink
            show={undefined}
            isCurrent={!isAll}
            label={hasChannels ? texts.onlyUsed : texts.onlyOwn}
          />
          <ShowLink show="all" isCurrent={isAll} label={texts.all} />
        </nav>
      )}
      {mappings.length > few && <NameFilter />}
      {shown.length === 0 ? (
        <p role="status">{texts.noneFits}</p>
      ) : (
        <MappingTable mappings={shown} hasChannels={hasChannels} />
      )}
    </main>
  );
}

/** Of so many nobody looks for one. */
const few = 12;

/** Part of what people know of it: its name, what it reads or makes, a channel that uses it. */
const fits = ({ name, from, to, channels }: MappingsAnswer['mappings'][number], text: string): boolean =>
  [name, from, to, ...channels].some((one) => one?.toLowerCase().includes(text.trim().toLowerCase()));

function NameFilter() {
  const { mappings: texts } = words.value;
  return (
    <search class="filters">
      <SearchField
        label={texts.filter}
        value={address.value.query.get('name') ?? ''}
        onText={(text) => changeQuery({ name: text || undefined })}
      />
    </search>
  );
}

function ShowLink({
  show,
  isCurrent,
  label,
}: {
  readonly show: string | undefined;
  readonly isCurrent: boolean;
  readonly label: string;
}) {
  const { path, query } = address.value;
  return (
    <a
      class="chip"
      href={linkTo(pathWith(path, query, { show }))}
      aria-current={isCurrent ? 'true' : undefined}
    >
      {label}
    </a>
  );
}

interface TableProps extends MappingsAnswer {
  /** Without a gateway nobody can say which channels use a mapping. */
  readonly hasChannels: boolean;
}

function MappingTable({ mappings, hasChannels }: TableProps) {
  const { mappings: texts } = words.value;
  return (
    <div class="scroll">
      <table class="cards mappings">
        <caption class="vh">{texts.listCaption}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.name}</th>
            <th scope="col">{texts.reads}</th>
            <th scope="col">{texts.makes}</th>
            <th scope="col">{texts.origin}</th>
            <th scope="col">{texts.channels}</th>
            <th scope="col" class="num">
              {texts.version}
            </th>
          </tr>
        </thead>
        <tbody>
          {mappings.map(({ name, from, to, origin, channels, version, isHandEdited }) => (
            <tr key={name}>
              <td>
                <a class="mono" href={linkTo(`/mappings/${name}`)}>
                  {name}
                </a>
              </td>
              <td class="mono">{from}</td>
              <td class="mono">{to}</td>
              <td class={origin === 'delivered' ? 'muted' : 'mine-word'}>{texts.origins[origin]}</td>
              <td>
                {channels.join(', ')}
                {hasChannels && channels.length === 0 && <span class="muted">{texts.noChannel}</span>}
              </td>
              <td class="num">
                {version === undefined ? '' : `v${version}`}
                {isHandEdited && <small class="warn"> {texts.handEdited}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
