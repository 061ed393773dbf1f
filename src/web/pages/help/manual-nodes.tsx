import type { ComponentChildren } from 'preact';
import type { ManualBlock, ManualInline } from '../../../api/model/manual-model.ts';
import { linkTo } from '../../shell/address.ts';

/** `findings#table-miss` as a path of these pages. */
export function manualPath(to: string): string {
  const [page = '', at = ''] = to.split('#');
  return `/help?${new URLSearchParams(at === '' ? { page } : { page, at })}`;
}

export function ManualBlocks({ blocks }: { readonly blocks: readonly ManualBlock[] }) {
  return (
    <>
      {blocks.map((block, place) => (
        <Block key={place} block={block} />
      ))}
    </>
  );
}

function Block({ block }: { readonly block: ManualBlock }) {
  switch (block.kind) {
    case 'heading':
      return (
        <Heading level={block.level} id={block.id}>
          <Inlines nodes={block.children} />
        </Heading>
      );
    case 'paragraph':
      return (
        <p>
          <Inlines nodes={block.children} />
        </p>
      );
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, by keyboard too
        <pre class="code" tabIndex={0}>
          {block.text}
        </pre>
      );
    case 'list':
      return <List {...block} />;
    case 'quote':
      return (
        <blockquote>
          <ManualBlocks blocks={block.blocks} />
        </blockquote>
      );
    case 'table':
      return <Table {...block} />;
  }
}

interface HeadingProps {
  readonly level: number;
  readonly id: string;
  readonly children: ComponentChildren;
}

function Heading({ level, id, children }: HeadingProps) {
  if (level === 1) return <h1 id={id}>{children}</h1>;
  if (level === 2) return <h2 id={id}>{children}</h2>;
  return <h3 id={id}>{children}</h3>;
}

type ListBlock = Extract<ManualBlock, { kind: 'list' }>;

function List({ isOrdered, items }: ListBlock) {
  const entries = items.map((blocks, place) => (
    <li key={place}>
      <ManualBlocks blocks={blocks} />
    </li>
  ));
  return isOrdered ? <ol>{entries}</ol> : <ul>{entries}</ul>;
}

type TableBlock = Extract<ManualBlock, { kind: 'table' }>;

function Table({ head, rows }: TableBlock) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, by keyboard too
    <div class="scroll" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell, place) => (
              <th key={place} scope="col">
                <Inlines nodes={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells }, place) => (
            <tr key={place} id={id === '' ? undefined : id}>
              {cells.map((cell, column) => (
                <td key={column}>
                  <Inlines nodes={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Inlines({ nodes }: { readonly nodes: readonly ManualInline[] }) {
  return (
    <>
      {nodes.map((node, place) => (
        <Inline key={place} node={node} />
      ))}
    </>
  );
}

function Inline({ node }: { readonly node: ManualInline }) {
  switch (node.kind) {
    case 'text':
      return <>{node.text}</>;
    case 'code':
      return <code>{node.text}</code>;
    case 'strong':
      return (
        <strong>
          <Inlines nodes={node.children} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Inlines nodes={node.children} />
        </em>
      );
    case 'link':
      return node.isElsewhere ? (
        <a href={node.to} target="_blank" rel="noreferrer">
          <Inlines nodes={node.children} />
        </a>
      ) : (
        <a href={linkTo(manualPath(node.to))}>
          <Inlines nodes={node.children} />
        </a>
      );
  }
}
