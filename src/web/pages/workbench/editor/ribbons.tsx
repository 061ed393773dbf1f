import type { EditorView } from '@codemirror/view';
import { useEffect, useRef, useState } from 'preact/hooks';

/** The lines that are lit in each of the three panes, and their editors. */
export interface LitPane {
  readonly view: EditorView | undefined;
  readonly lines: readonly number[];
}

/** Bands between the lit lines. Decoration: the chain below says the same. */
export function Ribbons({ panes }: { readonly panes: readonly [LitPane, LitPane, LitPane] }) {
  const svg = useRef<SVGSVGElement>(null);
  const [paths, setPaths] = useState<readonly string[]>([]);
  useEffect(() => {
    let frame = 0;
    const draw = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setPaths(svg.current ? computeBands(svg.current, panes) : []));
    };
    draw();
    const scrollers = panes.flatMap(({ view }) => view?.scrollDOM ?? []);
    for (const one of scrollers) one.addEventListener('scroll', draw, { passive: true });
    addEventListener('resize', draw);
    return () => {
      cancelAnimationFrame(frame);
      for (const one of scrollers) one.removeEventListener('scroll', draw);
      removeEventListener('resize', draw);
    };
  }, [panes]);
  return (
    <svg class="wb-ribbons" ref={svg} aria-hidden="true">
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}

/** Bands that are drawn: of a rule that gave hundreds of values the first ones. */
const mostBands = 12;

function computeBands(
  svg: SVGSVGElement,
  [document, mapping, result]: readonly LitPane[],
): readonly string[] {
  if (!document || !mapping || !result) return [];
  return [...joinPanes(svg, document, mapping), ...joinPanes(svg, mapping, result)].slice(0, mostBands);
}

function joinPanes(svg: SVGSVGElement, left: LitPane, right: LitPane): readonly string[] {
  return left.lines
    .flatMap((from) => right.lines.map((to) => drawBand(svg, left.view, from, right.view, to)))
    .filter(Boolean);
}

function drawBand(
  svg: SVGSVGElement,
  left: EditorView | undefined,
  from: number,
  right: EditorView | undefined,
  to: number,
): string {
  const [a, b] = [placeOf(left, from), placeOf(right, to)];
  if (!a || !b) return '';
  const { left: x0, top: y0 } = svg.getBoundingClientRect();
  const [x1, x2] = [a.right - x0, b.left - x0];
  if (x2 <= x1) return '';
  const middle = (x1 + x2) / 2;
  const [t1, e1, t2, e2] = [a.top - y0, a.bottom - y0, b.top - y0, b.bottom - y0];
  return `M${x1} ${t1}C${middle} ${t1} ${middle} ${t2} ${x2} ${t2}V${e2}C${middle} ${e2} ${middle} ${e1} ${x1} ${e1}Z`;
}

/** Undefined: the line is not in view. */
function placeOf(view: EditorView | undefined, line: number) {
  if (!view || line > view.state.doc.lines) return undefined;
  const block = view.lineBlockAt(view.state.doc.line(line).from);
  const pane = view.dom.getBoundingClientRect();
  const [top, bottom] = [view.documentTop + block.top, view.documentTop + block.bottom];
  if (pane.width === 0 || bottom < pane.top || top > pane.bottom) return undefined;
  return {
    ...{ left: pane.left, right: pane.right },
    ...{ top: Math.max(top, pane.top), bottom: Math.min(bottom, pane.bottom) },
  };
}
