import type { ComponentChildren } from 'preact';

interface DiffProps {
  /** Each begins with a blank, `-` or `+`, and a blank. */
  readonly lines: readonly string[];
  readonly left: string;
  readonly right: string;
  readonly leftNote?: ComponentChildren;
  readonly rightNote?: ComponentChildren;
  /** Where no line differs; undefined: nothing is said of it. */
  readonly none: string | undefined;
}

interface Row {
  readonly left?: string;
  readonly right?: string;
  readonly differs: boolean;
}

/** Two texts beside each other, with what differs. Sign and place say it, not colour alone. */
export function DiffLines({ lines, left, right, leftNote, rightNote, none }: DiffProps) {
  return (
    <div class="scroll">
      <table class="wb-diff">
        <thead>
          <tr>
            <th scope="col">
              {left}
              {leftNote && <div>{leftNote}</div>}
            </th>
            <th scope="col">
              {right}
              {rightNote && <div>{rightNote}</div>}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.length === 0 && none !== undefined && (
            <tr>
              <td colSpan={2}>{none}</td>
            </tr>
          )}
          {pairLines(lines).map((row, n) => (
            <tr key={n}>
              <Cell text={row.left} sign={row.differs ? '-' : ' '} />
              <Cell text={row.right} sign={row.differs ? '+' : ' '} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ text, sign }: { readonly text: string | undefined; readonly sign: string }) {
  if (text === undefined) return <td />;
  return (
    <td class={sign === '-' ? 'is-gone' : sign === '+' ? 'is-new' : undefined}>
      <code>
        {sign} {text}
      </code>
    </td>
  );
}

/** Lines that go and those that come in their place stand beside each other. */
function pairLines(lines: readonly string[]): readonly Row[] {
  const rows: Row[] = [];
  let [gone, come]: [string[], string[]] = [[], []];
  const flush = (): void => {
    for (let n = 0; n < Math.max(gone.length, come.length); n += 1) {
      const [left, right] = [gone[n], come[n]];
      rows.push({
        ...{ differs: true },
        ...(left === undefined ? {} : { left }),
        ...(right === undefined ? {} : { right }),
      });
    }
    [gone, come] = [[], []];
  };
  for (const line of lines) {
    const text = line.slice(2);
    if (line.startsWith('- ')) gone.push(text);
    else if (line.startsWith('+ ')) come.push(text);
    else {
      flush();
      rows.push({ left: text, right: text, differs: false });
    }
  }
  flush();
  return rows;
}
