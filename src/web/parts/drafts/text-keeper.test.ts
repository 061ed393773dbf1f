import { describe, expect, it } from 'vitest';
import { type KeptText, keepingPauses, TextKeeper, type UnsentText } from './text-keeper.ts';

const elsewhere = new Error('another window was faster');
const away = new Error('no answer');

/** What the windows of one person share: the gateway, that can be away, or whose answer can be lost on the way back. */
class Gateway {
  kept: KeptText = { text: undefined, edition: 0, keptAt: undefined };
  state: 'answers' | 'away' | 'answer lost' = 'answers';
  tries = 0;

  save(text: string | undefined, seen: number): KeptText {
    this.tries += 1;
    if (this.state === 'away') throw away;
    if (seen !== this.kept.edition) throw elsewhere;
    const edition = text === undefined ? 0 : this.kept.edition + 1;
    this.kept = { text, edition, keptAt: text === undefined ? undefined : `at ${edition}` };
    if (this.state === 'answer lost') throw away;
    return this.kept;
  }

  read(): KeptText {
    if (this.state !== 'answers') throw away;
    return this.kept;
  }
}

/** A window with a page, whose time passes when it is told to. */
class BrowserWindow {
  readonly gateway: Gateway;
  #stored: UnsentText | undefined;
  #timers: { readonly at: number; act(): void }[] = [];
  #time = 0;

  constructor(gateway: Gateway) {
    this.gateway = gateway;
  }

  /** The page opens with what the gateway has. Answers also how it is left. */
  open({ mayType = true } = {}) {
    const place = {
      save: async (text: string | undefined, { edition }: KeptText) => this.gateway.save(text, edition),
      read: async () => this.gateway.read(),
      isElsewhere: (error: unknown) => error === elsewhere,
      unsent: {
        find: () => this.#stored,
        store: (unsent: UnsentText) => {
          this.#stored = unsent;
        },
        remove: () => {
          this.#stored = undefined;
        },
      },
      wait: (milliseconds: number, act: () => void) => {
        const timer = { at: this.#time + milliseconds, act };
        this.#timers.push(timer);
        return () => {
          this.#timers = this.#timers.filter((one) => one !== timer);
        };
      },
    };
    const keeper = new TextKeeper(place, this.gateway.kept, { mayType });
    return { keeper, leave: keeper.open(() => undefined) };
  }

  get unsent(): UnsentText | undefined {
    return this.#stored;
  }

  async pass(milliseconds: number): Promise<void> {
    this.#time += milliseconds;
    const due = this.#timers.filter(({ at }) => at <= this.#time);
    this.#timers = this.#timers.filter((one) => !due.includes(one));
    for (const { act } of due) act();
    await settled();
  }
}

/** All that was answered has been heard. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

function openWindow() {
  const gateway = new Gateway();
  const window = new BrowserWindow(gateway);
  return { gateway, window, ...window.open() };
}

describe('what is typed', () => {
  it('is kept a second after the last key, and not before', async () => {
    const { gateway, window, keeper } = openWindow();
    keeper.type('a');
    await window.pass(keepingPauses.key - 1);
    keeper.type('ab');
    await window.pass(keepingPauses.key - 1);
    expect(gateway.tries).toBe(0);
    expect(keeper.isOpen).toBe(true);
    await window.pass(1);
    expect(gateway).toMatchObject({ tries: 1, kept: { text: 'ab', edition: 1 } });
    expect(keeper).toMatchObject({ isOpen: false, kept: { keptAt: 'at 1' } });
    await window.pass(60_000);
    expect(gateway.tries).toBe(1);
  });

  it('is kept when keys come while the text before them is on its way', async () => {
    const { gateway, window, keeper } = openWindow();
    keeper.type('a');
    const now = keeper.keepNow();
    keeper.type('ab');
    await now;
    expect(gateway.kept.text).toBe('a');
    await window.pass(keepingPauses.key);
    expect(gateway.kept).toMatchObject({ text: 'ab', edition: 2 });
  });

  it('is with the gateway when keepNow has ended, whatever was on its way before', async () => {
    const { gateway, keeper } = openWindow();
    keeper.type('a');
    void keeper.keepNow();
    keeper.type('ab');
    await keeper.keepNow();
    expect(gateway.kept.text).toBe('ab');
  });

  it('is tried again while the gateway is away, and at once when it is back', async () => {
    const { gateway, window, keeper } = openWindow();
    gateway.state = 'away';
    keeper.type('a');
    await window.pass(keepingPauses.key);
    expect(keeper).toMatchObject({ error: away, isOpen: true });
    await window.pass(keepingPauses.again);
    expect(gateway.tries).toBe(2);
    keeper.type('ab');
    await window.pass(keepingPauses.key);
    gateway.state = 'answers';
    await keeper.retry();
    expect(gateway.kept.text).toBe('ab');
    expect(keeper).toMatchObject({ error: undefined, isOpen: false });
  });

  it('is no other window’s where its own answer was lost on the way back', async () => {
    const { gateway, window, keeper } = openWindow();
    gateway.state = 'answer lost';
    keeper.type('a');
    await window.pass(keepingPauses.key);
    gateway.state = 'away';
    keeper.type('ab');
    await window.pass(keepingPauses.key);
    gateway.state = 'answers';
    keeper.type('abc');
    await keeper.retry();
    expect(keeper).toMatchObject({ other: undefined, isOpen: false });
    expect(gateway.kept).toMatchObject({ text: 'abc', edition: 2 });
  });

  it('can be taken back to nothing of one’s own', async () => {
    const { gateway, window, keeper } = openWindow();
    keeper.type('a');
    await window.pass(keepingPauses.key);
    keeper.type(undefined);
    await window.pass(keepingPauses.key);
    expect(gateway.kept).toEqual({ text: undefined, edition: 0, keptAt: undefined });
  });

  it('is not kept while it is held: sent or discarded, it does not come back', async () => {
    const { gateway, window, keeper, leave } = openWindow();
    keeper.type('a');
    const before = keeper.keepNow();
    keeper.type('ab');
    await keeper.hold();
    await before;
    gateway.save(undefined, 1);
    keeper.type('abc');
    leave();
    await window.pass(60_000);
    expect(gateway.kept.text).toBeUndefined();
    expect(window.unsent).toBeUndefined();
  });

  it('is kept on where it could not be sent after all', async () => {
    const { gateway, window, keeper } = openWindow();
    keeper.type('a');
    await keeper.hold();
    keeper.release();
    await window.pass(keepingPauses.key);
    expect(gateway.kept.text).toBe('a');
  });
});

describe('a page that is left', () => {
  it('within the second has kept it all the same', async () => {
    const { gateway, window, keeper, leave } = openWindow();
    keeper.type('a');
    leave();
    expect(window.unsent).toEqual({ text: 'a', edition: 0 });
    await settled();
    expect(gateway.kept.text).toBe('a');
    expect(window.unsent).toBeUndefined();
  });

  it('while the gateway is away has it when it is opened again, and keeps it then', async () => {
    const { gateway, window, keeper, leave } = openWindow();
    gateway.state = 'away';
    keeper.type('a');
    leave();
    await settled();
    gateway.state = 'answers';
    const again = window.open().keeper;
    expect(again).toMatchObject({ text: 'a', isOpen: true, other: undefined });
    await window.pass(keepingPauses.key);
    expect(gateway.kept.text).toBe('a');
    expect(window.unsent).toBeUndefined();
  });

  it('waits for what is on its way, so that its own text is no other window’s', async () => {
    const { gateway, window, keeper, leave } = openWindow();
    keeper.type('a');
    void keeper.keepNow();
    keeper.type('ab');
    leave();
    await settled();
    expect(gateway.kept).toMatchObject({ text: 'ab', edition: 2 });
    expect(window.open().keeper).toMatchObject({ text: 'ab', isOpen: false, other: undefined });
  });

  it('asks when another window has typed meanwhile', async () => {
    const { gateway, window, keeper, leave } = openWindow();
    gateway.state = 'away';
    keeper.type('mine');
    leave();
    await settled();
    gateway.state = 'answers';
    gateway.save('theirs', 0);
    const again = window.open().keeper;
    expect(again).toMatchObject({ text: 'mine', other: { text: 'theirs' } });
    await window.pass(60_000);
    expect(gateway.kept.text).toBe('theirs');
  });

  it('shows who may not type what the gateway has', async () => {
    const { gateway, window, keeper, leave } = openWindow();
    gateway.state = 'away';
    keeper.type('mine');
    leave();
    await settled();
    expect(window.open({ mayType: false }).keeper).toMatchObject({ text: undefined, isOpen: false });
  });

  it('is remembered when the window is loaded anew', async () => {
    const { window, keeper } = openWindow();
    keeper.type('a');
    keeper.storeUnsent();
    expect(window.open().keeper.text).toBe('a');
  });
});

describe('of two windows', () => {
  async function typeInBoth() {
    const gateway = new Gateway();
    const [first, second] = [new BrowserWindow(gateway), new BrowserWindow(gateway)];
    const [mine, theirs] = [first.open().keeper, second.open().keeper];
    theirs.type('theirs');
    await theirs.keepNow();
    mine.type('mine');
    await mine.keepNow();
    return { gateway, first, mine, theirs };
  }

  it('none overwrites the other before somebody has chosen', async () => {
    const { gateway, first, mine } = await typeInBoth();
    expect(mine).toMatchObject({ text: 'mine', other: { text: 'theirs' }, error: undefined });
    mine.type('mine, more');
    await first.pass(60_000);
    expect(gateway.kept.text).toBe('theirs');
  });

  it('mine stays where I say so', async () => {
    const { gateway, mine } = await typeInBoth();
    await mine.keepMine();
    expect(gateway.kept).toMatchObject({ text: 'mine', edition: 2 });
    expect(mine).toMatchObject({ other: undefined, isOpen: false, resets: 0 });
  });

  it('the other one stays where I say so', async () => {
    const { gateway, first, mine } = await typeInBoth();
    mine.takeOther();
    await first.pass(60_000);
    expect(mine).toMatchObject({ text: 'theirs', other: undefined, isOpen: false, resets: 1 });
    expect(gateway.kept).toMatchObject({ text: 'theirs', edition: 1 });
  });

  it('one that has typed the same has nothing to ask', async () => {
    const { gateway, mine, theirs } = await typeInBoth();
    mine.takeOther();
    theirs.type('same');
    await theirs.keepNow();
    mine.type('same');
    await mine.keepNow();
    expect(mine).toMatchObject({ other: undefined, isOpen: false, kept: { edition: 2 } });
    expect(gateway.kept.text).toBe('same');
  });

  it('goes on where the other one has sent or discarded it', async () => {
    const { gateway, mine, theirs } = await typeInBoth();
    mine.takeOther();
    theirs.type(undefined);
    await theirs.keepNow();
    mine.type('theirs, and mine');
    await mine.keepNow();
    expect(gateway.kept).toMatchObject({ text: 'theirs, and mine', edition: 1 });
    expect(mine).toMatchObject({ other: undefined, isOpen: false });
  });

  it('says so where the other text cannot be read, and asks when it can', async () => {
    const gateway = new Gateway();
    const { keeper } = new BrowserWindow(gateway).open();
    gateway.save('theirs', 0);
    const read = gateway.read.bind(gateway);
    gateway.read = () => {
      throw away;
    };
    keeper.type('mine');
    await keeper.keepNow();
    expect(keeper).toMatchObject({ error: away, isOpen: true });
    gateway.read = read;
    await keeper.retry();
    expect(keeper).toMatchObject({ error: undefined, other: { text: 'theirs' }, text: 'mine' });
  });
});
