import {
  type Extension,
  RangeSet,
  RangeSetBuilder,
  StateEffect,
  StateField,
  type Text,
} from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutter } from '@codemirror/view';

/** What stands beside a line: `kind` is a class, `text` is seen, `title` is said. */
export interface LineMark {
  readonly line: number;
  readonly kind: 'goes' | 'lost' | 'ignored' | 'count' | 'own';
  readonly text: string;
  readonly title: string;
}

export const setMarks = StateEffect.define<readonly LineMark[]>();
export const setLit = StateEffect.define<readonly number[]>();
/** A class for each line, in their order. */
export const setClasses = StateEffect.define<readonly string[]>();

class TextMarker extends GutterMarker {
  readonly #mark: LineMark;

  constructor(mark: LineMark) {
    super();
    this.#mark = mark;
  }

  override eq(other: GutterMarker): boolean {
    return (
      other instanceof TextMarker &&
      other.#mark.kind === this.#mark.kind &&
      other.#mark.text === this.#mark.text
    );
  }

  override toDOM(): HTMLElement {
    const { kind, text, title } = this.#mark;
    const element = document.createElement('span');
    element.className = `wb-mark wb-${kind}`;
    element.textContent = text;
    element.title = title;
    return element;
  }
}

const marksField = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(marks, { effects, changes, state }) {
    const set = effects.find((effect) => effect.is(setMarks));
    return set?.is(setMarks) ? buildMarks(set.value, state.doc) : marks.map(changes);
  },
});

function buildMarks(marks: readonly LineMark[], text: Text): RangeSet<GutterMarker> {
  const builder = new RangeSetBuilder<GutterMarker>();
  const sorted = marks.filter(({ line }) => line >= 1 && line <= text.lines).sort((a, b) => a.line - b.line);
  for (const mark of sorted) {
    const { from } = text.line(mark.line);
    builder.add(from, from, new TextMarker(mark));
  }
  return builder.finish();
}

const litLine = Decoration.line({ class: 'wb-lit' });

const litField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(lit, { effects, changes, state }) {
    const set = effects.find((effect) => effect.is(setLit));
    return set?.is(setLit) ? buildLit(set.value, state.doc) : lit.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

function buildLit(lines: readonly number[], text: Text): DecorationSet {
  const known = [...new Set(lines)].filter((line) => line >= 1 && line <= text.lines).sort((a, b) => a - b);
  return Decoration.set(known.map((line) => litLine.range(text.line(line).from)));
}

const classesField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(classes, { effects, changes, state }) {
    const set = effects.find((effect) => effect.is(setClasses));
    return set?.is(setClasses) ? buildClasses(set.value, state.doc) : classes.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

const buildClasses = (classes: readonly string[], text: Text): DecorationSet =>
  Decoration.set(
    classes
      .slice(0, text.lines)
      .map((name, n) => Decoration.line({ class: name }).range(text.line(n + 1).from)),
  );

/** A gutter of one's own before the numbers, and lines that are lit. */
export const lineMarks = (): Extension => [
  marksField,
  litField,
  classesField,
  gutter({ class: 'wb-gutter', markers: (view) => view.state.field(marksField) }),
];
