import type { Page } from 'playwright-core';

export interface WatchedPane {
  readonly event: 'keydown' | 'pointerdown';
  /** A selector. */
  readonly pane: string;
  readonly sought: string;
}

/** A stopwatch in the page itself: from the next such event to the frame in which the pane has the text. Fails after a minute. */
export async function watchPane(page: Page, watched: WatchedPane): Promise<() => Promise<number>> {
  const watch = await page.evaluateHandle(({ event, pane, sought }) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const watch = { start: 0, promise };
    const late = setTimeout(() => {
      const shown = document.querySelector('main')?.textContent ?? '';
      reject(new Error(`${pane} never had ${sought}. The page says: ${shown.slice(0, 2000)}`));
    }, 60_000);
    addEventListener(
      event,
      ({ timeStamp }) => {
        watch.start = timeStamp;
      },
      { capture: true, once: true },
    );
    const place = document.querySelector(pane);
    const observer = new MutationObserver(() => {
      if (!place?.textContent?.includes(sought)) return;
      observer.disconnect();
      clearTimeout(late);
      // a message that is sent in a frame comes once that frame is painted
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - watch.start);
        port2.postMessage(0);
      });
    });
    if (place) observer.observe(place, { subtree: true, childList: true, characterData: true });
    return watch;
  }, watched);
  return () => watch.evaluate(({ promise }) => promise);
}
