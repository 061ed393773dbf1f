import type { ComponentChildren } from 'preact';
import type { ShownDocument } from '../../../api/model/message-model.ts';
import { placeOfLine } from './place-link.tsx';

type Syntax = ShownDocument['syntax'];

interface CodeLineProps {
  readonly number: number;
  readonly text: string;
  readonly syntax: Syntax;
  /** Links lead there: in one document of the page. */
  readonly isPlace?: boolean;
  /** Values that findings are about: a wavy line below. */
  readonly marked?: readonly string[] | undefined;
}

/** Markup is quiet, values are loud. */
export function CodeLine({ number, text, syntax, isPlace, marked }: CodeLineProps) {
  return (
    <li class={marked ? 'hit' : undefined} id={isPlace ? placeOfLine(number) : undefined}>
      <span class="n">{number}</span>
      <span class="l">
        {splitMarkup(text, syntax).map(([part, isQuiet], index) =>
          isQuiet ? (
            <span class="q" key={`${index} ${part}`}>
              {part}
            </span>
          ) : (
            <Marked key={`${index} ${part}`} text={part} values={marked ?? []} />
          ),
        )}
      </span>
    </li>
  );
}

function Marked({ text, values }: { readonly text: string; readonly values: readonly string[] }) {
  const value = values.find((one) => one !== '' && text.includes(one));
  if (value === undefined) return <>{text}</>;
  const at = text.indexOf(value);
  const rest: ComponentChildren = text.slice(at + value.length);
  return (
    <>
      {text.slice(0, at)}
      <mark>{value}</mark>
      {rest}
    </>
  );
}

/** Of each syntax what is markup; the rest are values. */
const markup: Readonly<Record<Syntax, RegExp>> = {
  xml: /(<[/!?]?[\w:.-]+|\s[\w:.-]+="|"(?=[\s/>?])|[/?]?>)/,
  json: /("(?:[^"\\]|\\.)*"\s*:|[{}[\],])/,
  text: /([+:';]+)/,
};

/** Parts with whether they are markup. */
function splitMarkup(text: string, syntax: Syntax): readonly (readonly [string, boolean])[] {
  const parts = text.split(markup[syntax]);
  return parts.map((part, index) => [part, index % 2 === 1] as const).filter(([part]) => part !== '');
}
