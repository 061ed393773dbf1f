import { options, type VNode } from 'preact';

/**
 * Names and texts from outside may hold characters that turn the direction of writing, or that nobody sees. On a page they are seen
 * instead (`\u202e`), as in logs and lists of the command line (src/text/visible.ts). What is edited stays as it is.
 */
export const printableText = (text: string): string =>
  text.replace(acting, (c) => {
    const code = (c.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
  });

/** What is shown as nothing: marks of direction, zero-width blanks and joiners, soft hyphens, tags; separators of lines; marks of annotations. */
const unseen = '\\p{Default_Ignorable_Code_Point}\\u2028\\u2029\\ufff9-\\ufffb';
/** With controls, but for tabs and ends of lines. */
const acting = new RegExp(`[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f${unseen}]`, 'gu');

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
