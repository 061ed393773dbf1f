import { options, type VNode } from 'preact';

/**
 * Names and texts from outside may hold characters that turn the direction of writing, or that nobody sees. On a page they are seen
 * instead (`\u202e`), as in logs and lists of the command line (src/text/visible.ts). What is edited stays as it is.
 */
export const printableText = (text: string): string =>
  text.replace(acting, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Marks, embeddings and isolates of direction; separators of lines; the byte order mark. */
const turning = '\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ufeff';
/** With controls, but for tabs and ends of lines. */
const acting = new RegExp(`[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f${turning}]`, 'g');

/** Attributes that people are shown, or read to. */
const shown = ['title', 'aria-label', 'alt', 'placeholder'] as const;

/** Everything that pages show goes through here, whoever writes the page. */
export function showPrintableText(): void {
  const before = options.vnode;
  options.vnode = (vnode: VNode) => {
    const { type, props }: { type: unknown; props: unknown } = vnode;
    if (typeof props === 'string') Object.assign(vnode, { props: printableText(props) });
    else if (typeof type === 'string' && isAttributes(props))
      for (const name of shown) {
        const value = props[name];
        if (typeof value === 'string') props[name] = printableText(value);
      }
    before?.(vnode);
  };
}

const isAttributes = (props: unknown): props is Record<string, unknown> =>
  typeof props === 'object' && props !== null;
