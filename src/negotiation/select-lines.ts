import {
  type AskedState,
  decideLine,
  type ExportedLine,
  type LineDecision,
  type LineNotice,
  type NoticeCode,
} from './decide-line.ts';
import type { ExportedOrder } from './exported-order.ts';
import { isClosed, isRepeated, type LineStanding } from './line-standing.ts';
import { hasSameValues, type LineValues, listDeviatingValues, listNegotiatedNames } from './line-values.ts';

/** What is known of an order before this export of it. */
export interface KnownOrder {
  /** The ERP's last export that was taken. */
  readonly base?: {
    /** Absent: not known. */
    readonly header?: string;
    readonly lines: ReadonlyMap<string, ExportedLine>;
  };
  standingOf(position: string): LineStanding | undefined;
  readonly asked: AskedState;
  /** Lines that a person sends whatever is known: `all`, or by position. */
  readonly forced?: 'all' | readonly string[];
}

/** Something to report on a line, with the values concerned. */
export interface LineReport {
  readonly position: string;
  readonly code: NoticeCode | 'line-asked-again' | 'header-left-out';
  readonly names: readonly string[];
  readonly own: LineValues;
  readonly standing?: LineStanding | undefined;
  /** The line that it seems to have been before. */
  readonly before?: string;
}

/** A line that refuses what the supplier asks for. */
export interface LineRefusal {
  readonly position: string;
  readonly own: LineValues;
  /** What is refused, where it is known. */
  readonly open: LineValues | undefined;
}

export interface LineSelection {
  /** Positions of the lines that go. */
  readonly sent: ReadonlySet<string>;
  /** Positions of the lines that have the values which the buyer asks for there already. */
  readonly repeated: ReadonlySet<string>;
  /** Lines whose open change a person has to refuse in the portal. */
  readonly tasks: readonly LineRefusal[];
  readonly reports: readonly LineReport[];
  /** The exchange is to be asked for the order first. */
  readonly ask: boolean;
}

/** Which lines of an export go to the exchange. Pure. */
export function selectLines(order: ExportedOrder, known: KnownOrder): LineSelection {
  const decided = decideLines(order, known);
  const positions = (action: LineDecision['action']) =>
    decided.filter(({ decision }) => decision.action === action).map(({ position }) => position);
  const sent = positions('send');
  const header = sent.length === 0 ? assignHeader(order, known) : undefined;
  return {
    sent: new Set(header?.carriers ?? sent),
    repeated: new Set(listRepeated(decided, order)),
    tasks: decided.flatMap(({ position, own, standing, decision }) =>
      decision.action === 'task' ? [{ position, own: own.values, open: standing?.open?.values }] : [],
    ),
    reports: [...reportLines(decided, findRenumbered(order, known)), ...(header?.reports ?? [])],
    ask: positions('ask').length > 0,
  };
}

function listRepeated(decided: readonly DecidedLine[], { comparison }: ExportedOrder): readonly string[] {
  const names = listNegotiatedNames(comparison);
  return decided
    .filter(({ own, standing }) => !own.cancelled && standing && isRepeated(standing, own.values, names))
    .map(({ position }) => position);
}

interface DecidedLine {
  readonly position: string;
  readonly own: ExportedLine;
  readonly standing: LineStanding | undefined;
  readonly decision: LineDecision;
}

function decideLines(order: ExportedOrder, known: KnownOrder): readonly DecidedLine[] {
  const names = listNegotiatedNames(order.comparison);
  return [...order.lines].map(([position, { mark, ...own }]) => {
    const standing = known.standingOf(position);
    const base = known.base?.lines.get(position);
    const decision = isForced(known, position)
      ? forcedDecision
      : decideLine({ mark, own, base, standing, asked: known.asked, names });
    return { position, own, standing, decision };
  });
}

/** `renumbered`: what lines seem to have been before, by their position. */
const reportLines = (
  decided: readonly DecidedLine[],
  renumbered: ReadonlyMap<string, string>,
): readonly LineReport[] =>
  decided.flatMap(({ position, own, standing, decision }) => {
    const before = renumbered.get(position);
    const notices: readonly LineNotice[] =
      before === undefined || decision === forcedDecision
        ? decision.notices
        : [{ code: 'line-renumbered', names: Object.keys(own.values) }];
    return notices.map((notice) => ({
      ...{ ...notice, position, own: own.values, standing },
      ...(before === undefined ? {} : { before }),
    }));
  });

/**
 * Lines that nobody knows and that no mark calls new, each with a line that is absent now and said the very same: an ERP that numbers
 * its lines anew would order all of them twice.
 */
function findRenumbered({ lines }: ExportedOrder, known: KnownOrder): ReadonlyMap<string, string> {
  const isOpen = (position: string, { cancelled }: ExportedLine): boolean => {
    const standing = known.standingOf(position);
    return !cancelled && !lines.has(position) && (standing === undefined || !isClosed(standing));
  };
  const absent = [...(known.base?.lines ?? [])].filter(([position, line]) => isOpen(position, line));
  if (absent.length === 0) return new Map();
  const isUnknown = (position: string): boolean =>
    known.base?.lines.has(position) === false && known.standingOf(position) === undefined;
  return new Map(
    [...lines].flatMap(([position, { mark, values }]) => {
      if ((mark !== 'send' && mark !== 'new') || !isUnknown(position)) return [];
      const same = absent.find(([, line]) => hasSameValues(Object.keys(values), values, line.values));
      return same === undefined ? [] : [[position, same[0]] as const];
    }),
  );
}

const forcedDecision: LineDecision = { action: 'send', notices: [] };

const isForced = ({ forced: lines }: KnownOrder, position: string): boolean =>
  lines === 'all' || lines?.includes(position) === true;

interface HeaderChange {
  readonly carriers: readonly string[];
  readonly reports: readonly LineReport[];
}

/** An order goes with a line at least: what is new in its header goes with lines whose values stand as they are. */
function assignHeader({ header, lines }: ExportedOrder, known: KnownOrder): HeaderChange | undefined {
  if (known.base?.header === undefined || known.base.header === header) return undefined;
  const carriers = [...lines].filter(([position, { mark, values, cancelled }]) => {
    const standing = known.standingOf(position);
    const base = known.base?.lines.get(position);
    if (mark === 'refuse' || cancelled || base === undefined) return false;
    if (standing === undefined) return true;
    const isSettled = !isClosed(standing) && standing.open === undefined && standing.status !== 'Rejected';
    return isSettled && listDeviatingValues(values, standing.agreed).length === 0;
  });
  if (carriers.length > 0) return { carriers: carriers.map(([position]) => position), reports: [] };
  return { carriers: [], reports: [{ position: '', code: 'header-left-out', names: [], own: {} }] };
}
