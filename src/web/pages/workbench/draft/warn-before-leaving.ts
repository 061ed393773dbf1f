/** The browser asks before the window goes while something typed is not kept yet: a second's typing. Answers how to undo it. */
export function warnBeforeLeaving(isOpen: boolean): (() => void) | undefined {
  if (!isOpen) return undefined;
  const warn = (event: Event): void => event.preventDefault();
  addEventListener('beforeunload', warn);
  return () => removeEventListener('beforeunload', warn);
}
