import type { InputHTMLAttributes } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

type FieldAttribute =
  | 'id'
  | 'class'
  | 'aria-label'
  | 'inputMode'
  | 'placeholder'
  | 'pattern'
  | 'maxLength'
  | 'required';

interface CommittedFieldProps extends Pick<InputHTMLAttributes, FieldAttribute> {
  readonly value: string;
  /** It is wanted next: it takes the focus as it appears. */
  readonly isAsked?: boolean;
  /** The field is left, or Enter is pressed, with another text that it may hold. */
  onCommit(text: string): void;
}

/**
 * A field that is read when it is left. What is typed until then stays, however often the page is drawn meanwhile: a field with `value` of its
 * own would be emptied by an answer that comes between two keys.
 */
export function CommittedField({ value, isAsked = false, onCommit, ...attributes }: CommittedFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (field.current) field.current.value = value;
  }, [value]);
  useLayoutEffect(() => {
    if (isAsked) field.current?.focus();
  }, [isAsked]);
  return (
    <input
      {...attributes}
      ref={field}
      onChange={({ currentTarget }) => currentTarget.validity.valid && onCommit(currentTarget.value)}
    />
  );
}
