/** Hand-made drawings on a grid of 16. `f` is filled, `k` is cut out of what is filled. */
interface Drawing {
  readonly filled?: string;
  readonly cut?: string;
  readonly lines?: string;
}

const drawings = {
  search: { lines: 'M11.6 7a4.6 4.6 0 1 1-9.2 0 4.6 4.6 0 0 1 9.2 0M10.5 10.5 14 14' },
  theme: {
    lines: 'M14.2 8A6.2 6.2 0 1 1 1.8 8a6.2 6.2 0 0 1 12.4 0',
    filled: 'M8 1.8a6.2 6.2 0 0 0 0 12.4z',
  },
  person: {
    lines: 'M10.8 5.4a2.8 2.8 0 1 1-5.6 0 2.8 2.8 0 0 1 5.6 0M2.8 14c.6-3 2.6-4.4 5.2-4.4s4.6 1.4 5.2 4.4',
  },
  down: { lines: 'M4 6l4 4 4-4' },
  back: { lines: 'M10 4 6 8l4 4' },
  next: { lines: 'M6 4l4 4-4 4' },
  close: { lines: 'M4 4l8 8M12 4l-8 8' },
  edit: { lines: 'M2.5 13.5l.8-3.2L11 2.6l2.4 2.4-7.7 7.7zM9.4 4.2l2.4 2.4' },
  toExchange: { lines: 'M2 8h9.5M8 4.2 11.8 8 8 11.8M14.2 2.5v11' },
  toErp: { lines: 'M14 8H4.5M8 4.2 4.2 8 8 11.8M1.8 2.5v11' },
  tick: { filled: 'M14.5 8a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0', cut: 'M5 8.2l2.2 2.2L11.2 6' },
  sent: {
    filled: 'M14.5 8a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0',
    cut: 'M4.6 8h6.4M8.4 5.2 11.2 8l-2.8 2.8',
  },
  published: {
    filled: 'M14.5 8a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0',
    cut: 'M11.4 8H5M7.6 5.2 4.8 8l2.8 2.8',
  },
  underWay: {
    lines: 'M14.2 8A6.2 6.2 0 1 1 1.8 8a6.2 6.2 0 0 1 12.4 0',
    filled: 'M8 1.8a6.2 6.2 0 0 1 0 12.4z',
  },
  waiting: {
    lines:
      'M8 4.6V8l2.4 1.6M8 1.8a6.2 6.2 0 0 1 2.6.6M12.8 4a6.2 6.2 0 0 1 1.3 2.6M14 9.4a6.2 6.2 0 0 1-1.2 2.6M10.6 13.6a6.2 6.2 0 0 1-2.6.6M5.4 13.6A6.2 6.2 0 0 1 3.2 12M2 9.4a6.2 6.2 0 0 1 0-2.8M3.2 4a6.2 6.2 0 0 1 2.2-1.6',
  },
  parked: { filled: 'M8 1.2 14.8 8 8 14.8 1.2 8z', cut: 'M8 4.8v3.6M8 10.8v.1' },
  refused: {
    filled: 'M3.8 1.8h8.4a2 2 0 0 1 2 2v8.4a2 2 0 0 1-2 2H3.8a2 2 0 0 1-2-2V3.8a2 2 0 0 1 2-2z',
    cut: 'M5.6 5.6l4.8 4.8M10.4 5.6l-4.8 4.8',
  },
  stopped: { filled: 'M5.2 1.5h5.6l3.7 3.7v5.6l-3.7 3.7H5.2L1.5 10.8V5.2z', cut: 'M8 4.6v4M8 11.1v.1' },
  warning: { lines: 'M8 2.2 14.6 13.8H1.4zM8 6.6v3M8 11.6v.1' },
  noNews: { lines: 'M11 8a3 3 0 1 1-6 0 3 3 0 0 1 6 0' },
  discarded: { lines: 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0M3.8 12.2l8.4-8.4' },
  overview: { lines: 'M2 7.5 8 2.5l6 5M3.8 6.5v7h8.4v-7' },
  messages: { lines: 'M2 4h12M2 8h12M2 12h8' },
  alarms: {
    lines:
      'M3.4 11.6h9.2c-1-1.1-1.2-2.2-1.2-4.4 0-2.2-1.3-3.6-3.4-3.6S4.6 5 4.6 7.2c0 2.2-.2 3.3-1.2 4.4zM6.8 13.6h2.4',
  },
  more: { lines: 'M3.5 8h.1M8 8h.1M12.5 8h.1' },
} as const satisfies Readonly<Record<string, Drawing>>;

export type IconName = keyof typeof drawings;

/** Decoration: what it means stands beside it as a word. */
export function Icon({ name, tone }: { readonly name: IconName; readonly tone?: Tone }) {
  const { filled, cut, lines }: Drawing = drawings[name];
  return (
    <svg class={`i ${tone ?? ''}`} viewBox="0 0 16 16" aria-hidden="true">
      {filled && <path class="f" d={filled} />}
      {cut && <path class="k" d={cut} />}
      {lines && <path d={lines} />}
    </svg>
  );
}

export type Tone = 'ok' | 'warn' | 'bad' | 'none';

/** Of the gateway, of a message, of a step: shape and colour. The word is the page's. */
export type MarkState =
  | 'green'
  | 'amber'
  | 'red'
  | 'sent'
  | 'published'
  | 'underWay'
  | 'waiting'
  | 'parked'
  | 'refused'
  | 'stopped'
  | 'warning'
  | 'noNews'
  | 'discarded';

const marks: Readonly<Record<MarkState, readonly [IconName, Tone]>> = {
  green: ['tick', 'ok'],
  amber: ['parked', 'warn'],
  red: ['stopped', 'bad'],
  sent: ['sent', 'ok'],
  published: ['published', 'ok'],
  underWay: ['underWay', 'none'],
  waiting: ['waiting', 'none'],
  parked: ['parked', 'warn'],
  refused: ['refused', 'bad'],
  stopped: ['stopped', 'bad'],
  warning: ['warning', 'warn'],
  noNews: ['noNews', 'none'],
  discarded: ['discarded', 'none'],
};

const marksOfStandings: Readonly<Record<string, MarkState>> = {
  delivered: 'sent',
  received: 'underWay',
  ready: 'underWay',
  inHand: 'underWay',
  waiting: 'waiting',
  parked: 'parked',
  rejected: 'refused',
  discarded: 'discarded',
};

/** Of a message, by its state or outcome. */
export function markOfStanding(standing: string, direction: 'inbound' | 'outbound' = 'inbound'): MarkState {
  if (standing === 'delivered' && direction === 'outbound') return 'published';
  return marksOfStandings[standing] ?? 'noNews';
}

const tones: Readonly<Record<Tone, string>> = {
  ok: '#17693a',
  warn: '#b06a00',
  bad: '#ac231b',
  none: '#545d67',
};

/** The same as a file, for places that no style reaches. */
export function drawMark(state: MarkState): string {
  const [name, tone] = marks[state];
  const { filled = '', cut = '' }: Drawing = drawings[name];
  const lines = `fill="none" stroke="#fff" stroke-width="1.5" stroke-linecap="round"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="${tones[tone]}" d="${filled}"/><path ${lines} d="${cut}"/></svg>`;
}

/** `label`: for those who do not see it, where no word stands beside it. */
export function StateMark({
  state,
  label,
}: {
  readonly state: MarkState;
  readonly label?: string | undefined;
}) {
  const [name, tone] = marks[state];
  return (
    <>
      <Icon name={name} tone={tone} />
      {label !== undefined && <span class="vh">{label} </span>}
    </>
  );
}
