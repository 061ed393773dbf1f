import type { Outcome } from '../../types.ts';
import { buildMendedCondition } from '../browse/mended-refusals.ts';
import type { MessageSelection } from '../journal.ts';
import { shortenForDisplay } from '../messages/business-keys.ts';
import { isOpenRefusal, isRareOutcome, isStuck } from '../sql/page-tables.ts';
import {
  likePattern,
  type SqlDialect,
  type SqlSteps,
  selectNumber,
  type TextSearch,
  type Value,
} from '../sql/sql-engine.ts';

/** Where the messages of a list are read from: the index that fits best, and what is asked of each row besides. */

/** SQL, with the values of its places. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** Messages in the order of an index. */
export interface MessageSource {
  /** Messages `m`, or a table apart. */
  readonly from: string;
  /** SQL: their id, as the index has it. */
  readonly id: string;
  /** What the index answers. */
  readonly index: Condition;
  /** It is a table apart, in which a message may stand several times. */
  readonly isApart?: true;
  /** What the index does not answer, of messages `m`. */
  readonly rest: readonly Condition[];
}

const nothing: Condition = { sql: 'true', values: [] };

/** What is asked, each by the index that could answer it. */
type Part = keyof MessageSelection;
type Parts = ReadonlyMap<Part, Condition>;

const literal = (word: string): string => `'${word.replaceAll("'", "''")}'`;

/** A constant, not a place: only then SQLite sees that an index of some rows holds all of them. */
const isState = (state: string): string => `m.state = ${literal(state)}`;
const isOutcome = (outcome: string): string => `m.outcome = ${literal(outcome)}`;

const isOpenlyRefused = `m.${isOpenRefusal.replaceAll(' and ', ' and m.')}`;
const isUnmended = `not ${buildMendedCondition('m')}`;

const hasKey = (kind: string): string =>
  `exists (select 1 from business_key b where b.message = m.id and b.value = ?${kind})`;
const ofParty = " and b.kind = 'party'";

/** Conditions on a message, whatever it was found by. */
function listConditions(dialect: SqlDialect, selection: MessageSelection): Parts {
  const { channel, state, outcome, without = [], direction, since, until, find } = selection;
  const { finding, value, number, party, needsAction } = selection;
  const parts: readonly (readonly [Part, unknown, string, ...Value[]])[] = [
    ['channel', channel, 'm.channel = ?', channel ?? ''],
    ['state', state, isState(state ?? '')],
    ['outcome', outcome, isOutcome(outcome ?? '')],
    ['without', without[0], without.map(() => "coalesce(m.outcome, '') <> ?").join(' and '), ...without],
    ['direction', direction, 'm.direction = ?', direction ?? ''],
    ['since', since, 'm.received_at >= ?', since ?? ''],
    ['until', until, 'm.received_at < ?', until ?? ''],
    ['finding', finding, hasFinding(value), finding ?? '', ...(value === undefined ? [] : [value])],
    [
      'value',
      finding === undefined ? value : undefined,
      `exists (${findingOf} and f.value = ?)`,
      value ?? '',
    ],
    ['number', number, hasKey(''), shortenForDisplay(number ?? '')],
    ['party', party, hasKey(ofParty), shortenForDisplay(party ?? '')],
    ['needsAction', needsAction, `(m.state = 'parked' or (${isOpenlyRefused} and ${isUnmended}))`],
  ];
  const asked = parts.filter(([, given]) => given !== undefined);
  const conditions = new Map<Part, Condition>(
    asked.map(([part, , sql, ...values]) => [part, { sql, values }] as const),
  );
  return find === undefined ? conditions : conditions.set('find', buildReadingCondition(dialect, find));
}

const findingOf = 'select 1 from finding f where f.message = m.id';
const hasFinding = (value: string | undefined): string =>
  `exists (${findingOf} and f.code = ?${value === undefined ? '' : ' and f.value = ?'})`;

/** A text, by looking into each message. */
function buildReadingCondition(dialect: SqlDialect, text: string): Condition {
  const { newest } = dialect.search(text);
  if (newest) return { sql: newest.condition, values: newest.values };
  const like = "like ? escape '\\'";
  return {
    sql: `(m.name ${like} or exists (select 1 from business_key b where b.message = m.id and b.value ${like}))`,
    values: [likePattern(text), likePattern(text)],
  };
}

/** Several are read beside each other. */
export function chooseSources(dialect: SqlDialect, selection: MessageSelection): readonly MessageSource[] {
  const parts = listConditions(dialect, selection);
  const but = (...answered: readonly Part[]): readonly Condition[] =>
    [...parts].filter(([part]) => !answered.includes(part)).map(([, condition]) => condition);
  const { number, find, finding, party, needsAction } = selection;
  if (number !== undefined) return [fromKeys(number, '', but('number'))];
  if (finding !== undefined) return [fromFindings(finding, selection.value, but('finding'))];
  if (find !== undefined) {
    const found = fromText(dialect, find, but('find'));
    if (found) return found;
  }
  if (party !== undefined) return [fromKeys(party, ofParty, but('party'))];
  if (needsAction) return fromNeedsAction(dialect, selection, but);
  return [fromMessages(dialect, selection, but)];
}

/** Without an index of texts: who asks for a text waits a second at most for what it holds. */
export const chooseWithoutText = (
  dialect: SqlDialect,
  selection: MessageSelection,
): readonly MessageSource[] => {
  const { find, ...others } = selection;
  const sources = chooseSources(dialect, others);
  if (find === undefined) return sources;
  const reading = buildReadingCondition(dialect, find);
  return sources.map((source) => ({ ...source, rest: [...source.rest, reading] }));
};

/** An index of few messages fits: a text that very many hold is sooner looked for in each of these than in an index of texts. */
export const fitsRareIndex = ({ needsAction, outcome, state }: MessageSelection): boolean =>
  needsAction === true ||
  (outcome !== undefined && rareOutcomes.includes(outcome)) ||
  (state !== undefined && state !== 'settled');

/** Messages that an index of texts may list before it is left for another. */
const mostOfText = 2_000;

/** Do more messages hold it than are worth looking through? False: the index knows nothing of so short a text. */
export function* isCommonText(dialect: SqlDialect, text: string): SqlSteps<boolean> {
  const { from, id, condition, values } = dialect.search(text);
  if (from === 'message m') return false;
  const count = yield* selectNumber(
    `select count(*) as n from (select ${id} as id from ${from} where ${condition} limit ?) found`,
    ...values,
    mostOfText + 1,
  );
  return count > mostOfText;
}

/** One number may be of several kinds. */
const fromKeys = (value: string, kind: string, rest: readonly Condition[]): MessageSource => ({
  from: 'business_key b',
  id: 'b.message',
  index: { sql: `b.value = ?${kind}`, values: [shortenForDisplay(value)] },
  isApart: true,
  rest,
});

const fromFindings = (
  code: string,
  value: string | undefined,
  rest: readonly Condition[],
): MessageSource => ({
  from: 'finding f',
  id: 'f.message',
  index:
    value === undefined
      ? { sql: 'f.code = ?', values: [code] }
      : { sql: 'f.code = ? and f.value = ?', values: [code, value] },
  isApart: true,
  rest,
});

const fromIndex = (
  dialect: SqlDialect,
  name: string,
  index: Condition,
  rest: readonly Condition[],
): MessageSource => ({ from: `message m${dialect.indexedBy(name)}`, id: 'm.id', index, rest });

/** Undefined: the index knows nothing of so short a text. */
function fromText(
  dialect: SqlDialect,
  text: string,
  rest: readonly Condition[],
): readonly MessageSource[] | undefined {
  const search = dialect.search(text);
  const { from, id, unchecked } = search;
  if (from === 'message m') return undefined;
  const index = conditionOf(search);
  // a server's index of texts is in no order: it is read at once, and the engine ends what takes too long
  if (dialect.shared) return [{ from, id, index: joinConditions(index, ...rest), rest: [] }];
  const found: MessageSource = { from, id, index, rest };
  return unchecked ? [found, fromState(dialect, 'received', [...rest, conditionOf(unchecked)])] : [found];
}

const conditionOf = ({ condition, values }: Pick<TextSearch, 'condition' | 'values'>): Condition => ({
  sql: condition,
  values,
});

const joinConditions = (...conditions: readonly Condition[]): Condition => ({
  sql: conditions.map(({ sql }) => sql).join(' and '),
  values: conditions.flatMap(({ values }) => values),
});

const fromState = (dialect: SqlDialect, state: string, rest: readonly Condition[]): MessageSource =>
  fromIndex(dialect, 'message_state', { sql: isState(state), values: [] }, rest);

/** `stuck`: parked or waiting. */
const fromStuck = (
  dialect: SqlDialect,
  channel: string,
  stuck: string,
  rest: readonly Condition[],
): MessageSource =>
  fromIndex(
    dialect,
    'message_stuck',
    { sql: `m.${isStuck} and m.channel = ? and ${isState(stuck)}`, values: [channel] },
    rest,
  );

type But = (...answered: readonly Part[]) => readonly Condition[];

/** What is parked and what was refused. */
function fromNeedsAction(
  dialect: SqlDialect,
  { channel }: MessageSelection,
  but: But,
): readonly MessageSource[] {
  const unmended: Condition = { sql: isUnmended, values: [] };
  const refused: Condition = { sql: isOpenlyRefused, values: [] };
  if (channel === undefined) {
    const rest = but('needsAction');
    return [
      fromState(dialect, 'parked', rest),
      fromIndex(dialect, 'message_refused', refused, [...rest, unmended]),
    ];
  }
  const rest = but('needsAction', 'channel');
  const ofChannel: Condition = { sql: 'm.channel = ?', values: [channel] };
  return [
    fromStuck(dialect, channel, 'parked', rest),
    fromIndex(dialect, 'message_refused_channel', joinConditions(refused, ofChannel), [...rest, unmended]),
  ];
}

const rareOutcomes: readonly Outcome[] = ['rejected', 'discarded', 'outdated', 'superseded', 'duplicate'];

function fromMessages(dialect: SqlDialect, selection: MessageSelection, but: But): MessageSource {
  const { channel, state, outcome } = selection;
  if (outcome !== undefined && rareOutcomes.includes(outcome))
    return fromRareOutcome(dialect, channel, outcome, but);
  if (channel !== undefined && (state === 'parked' || state === 'waiting'))
    return fromStuck(dialect, channel, state, but('channel', 'state'));
  if (state !== undefined && state !== 'settled') return fromState(dialect, state, but('state'));
  if (channel !== undefined)
    return fromIndex(dialect, 'message_channel', { sql: 'm.channel = ?', values: [channel] }, but('channel'));
  return { from: 'message m', id: 'm.id', index: nothing, rest: but() };
}

function fromRareOutcome(
  dialect: SqlDialect,
  channel: string | undefined,
  outcome: Outcome,
  but: But,
): MessageSource {
  const rare: Condition = { sql: `m.${isRareOutcome} and ${isOutcome(outcome)}`, values: [] };
  if (channel === undefined) return fromIndex(dialect, 'message_outcome', rare, but('outcome'));
  const ofChannel: Condition = { sql: 'm.channel = ?', values: [channel] };
  const index = joinConditions(rare, ofChannel);
  return fromIndex(dialect, 'message_channel_outcome', index, but('outcome', 'channel'));
}
