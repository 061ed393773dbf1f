import type { ComponentChildren } from 'preact';
import { address, changeQuery, linkTo, pathWith } from '../../shell/address.ts';

interface PlaceLinkProps {
  /** Of an element of this page, as its text view has it. */
  readonly place: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** To a place on this page. A fragment alone would be one of the overview: the document has a base. */
export function PlaceLink({ place, children, ...rest }: PlaceLinkProps) {
  const { path, query } = address.value;
  const show = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (query.has('view')) changeQuery({ view: undefined });
    requestAnimationFrame(() => showPlace(place));
  };
  return (
    <a {...rest} href={`${linkTo(pathWith(path, query, { view: undefined }))}#${place}`} onClick={show}>
      {children}
    </a>
  );
}

/** Who goes on by keyboard goes on there: of a line at what was found in it. */
function showPlace(place: string): void {
  const target = document.getElementById(place);
  target?.scrollIntoView({ block: 'center' });
  const note = target?.nextElementSibling?.querySelector<HTMLElement>('.fd');
  (note ?? target)?.focus({ preventScroll: true });
}

/** The element of a line of the document. */
export const placeOfLine = (line: number): string => `line-${line}`;

export const LineLink = ({ line }: { readonly line: number }) => (
  <PlaceLink place={placeOfLine(line)}>{line}</PlaceLink>
);
