/** What holds the page, whichever it is. */
export const contentId = 'content';

/** Who reads by keyboard or by ear begins at the page, not at the bar, after it has changed. */
export function focusContent(): void {
  document.getElementById(contentId)?.focus({ preventScroll: true });
}
