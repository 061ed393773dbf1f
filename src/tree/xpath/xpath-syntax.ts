/**
 * The syntax of an XPath expression as a plain tree: the engine's own (XQueryX names without prefix), its wrappers for
 * stack traces taken out. What the static check, the list of allowed functions and the trace look at.
 */
export interface SyntaxNode {
  /** `pathExpr`, `functionCallExpr`, `nameTest`, … */
  readonly name: string;
  /** Attributes by local name: `prefix`, `URI`. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly SyntaxNode[];
  /** Text directly inside: a name, a literal's value. */
  readonly text: string;
  /** 0-based in the expression, of the nearest construct whose place is known. */
  readonly offset: number;
}

/** A qualified name as it is written: `cbc:ID`, `companyId`. */
export interface WrittenName {
  readonly prefix: string;
  readonly local: string;
}

export function findChild(syntax: SyntaxNode, ...names: string[]): SyntaxNode | undefined {
  let found: SyntaxNode | undefined = syntax;
  for (const name of names) found = found?.children.find((one) => one.name === name);
  return found;
}

export function readName(syntax: SyntaxNode): WrittenName {
  return { prefix: syntax.attributes.get('prefix') ?? '', local: syntax.text };
}

export function renderName({ prefix, local }: WrittenName): string {
  return prefix === '' ? local : `${prefix}:${local}`;
}

/** The prefixes of names of elements and attributes: `my` of `my:Code`, `@my:unit` and `my:*`. */
export function listPrefixes(syntax: SyntaxNode): readonly string[] {
  const { name, attributes, children } = syntax;
  const [first] = children;
  const prefix =
    name === 'Wildcard' ? (first?.name === 'NCName' ? first.text : '') : attributes.get('prefix');
  const own = (name === 'nameTest' || name === 'Wildcard') && prefix ? [prefix] : [];
  return [...own, ...children.flatMap(listPrefixes)];
}

/** What the engine builds while parsing. It wants DOM nodes; these have no more than it uses. */
export class SyntaxElement {
  readonly nodeType = 1;
  readonly nodeName: string;
  readonly localName: string;
  readonly prefix: string | null;
  readonly namespaceURI: string | null;
  readonly attributes = new Map<string, string>();
  readonly children: (SyntaxElement | SyntaxText)[] = [];

  constructor(namespace: string, name: string) {
    const [local = name, prefix = null] = name.split(':').reverse();
    this.nodeName = name;
    this.localName = local;
    this.prefix = prefix;
    this.namespaceURI = namespace;
  }
}

export class SyntaxText {
  readonly nodeType = 3;
  readonly data: string;
  readonly nodeName = '#text';
  readonly target = '';
  constructor(data: string) {
    this.data = data;
  }
}

export function buildSyntax(element: SyntaxElement, offset = 0): SyntaxNode {
  const here = startOf(element) ?? offset;
  const [only, second] = element.children;
  if (element.localName === 'stackTrace' && only instanceof SyntaxElement && second === undefined)
    return buildSyntax(only, here);
  return {
    name: element.localName,
    attributes: element.attributes,
    children: element.children.flatMap((one) =>
      one instanceof SyntaxElement ? [buildSyntax(one, here)] : [],
    ),
    text: element.children.map((one) => (one instanceof SyntaxText ? one.data : '')).join(''),
    offset: here,
  };
}

function startOf(element: SyntaxElement): number | undefined {
  const start = element.attributes.get('start');
  const offset = start === undefined ? null : /"offset":(\d+)/.exec(start);
  return offset === null ? undefined : Number(offset[1]);
}
