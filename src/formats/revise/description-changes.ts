import { isMap } from 'yaml';
import type { FieldCorrection } from '../infer/sample-corrections.ts';
import type { DescribedField } from './described-fields.ts';
import type { DescriptionText } from './description-text.ts';

/** A value of the tree that is called otherwise now, or that is gone. */
export interface MovedValue {
  /** The element that holds it. */
  readonly holder: string;
  readonly from: string;
  /** Absent: nothing reads it any more. */
  readonly to?: string;
}

/** What a person changes of a description, field by field. */
export class DescriptionChanges {
  readonly text: DescriptionText;
  readonly moved: MovedValue[] = [];

  constructor(text: DescriptionText) {
    this.text = text;
  }

  /** Its name as it is now; undefined: it is not read any more. */
  apply(field: DescribedField, { name, type, isRead }: FieldCorrection): string | undefined {
    const { holder, name: from } = field;
    if (isRead === false) {
      this.text.remove(field);
      this.moved.push({ holder, from });
      return undefined;
    }
    if (type !== undefined && type !== field.type && field.at.by !== 'place') this.#setType(field, type);
    if (name === undefined || name === from) return from;
    this.text.rename(field, name);
    this.moved.push({ holder, from, to: name });
    return name;
  }

  /** Of a value at fixed places, its type too. */
  place(field: DescribedField, place: string, type: string): void {
    const { value } = field;
    if (!isMap(value)) this.text.setValue(field, type === 'text' ? place : `${place} ${type}`);
    else {
      this.text.setMember(value, 'place', place);
      this.#setType(field, type);
    }
  }

  #setType(field: DescribedField, type: string): void {
    const { value, at } = field;
    const name = at.by === 'path' ? '$type' : 'type';
    if (!isMap(value)) this.text.setValue(field, type);
    else this.text.setMember(value, name, type === 'text' ? undefined : type);
  }
}

/** A name that nothing beside it has: the second of a name is `name2`. */
export function findFreeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let n = 2; taken.has(name); n += 1) name = `${wanted}${n}`;
  return name;
}
