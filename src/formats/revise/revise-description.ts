import { type LocalizedText, localize } from '../../findings/localized-text.ts';
import type { SampleProposal } from '../infer/sample-proposal.ts';
import { findSyntax } from '../syntaxes.ts';
import { NotShown } from './described-fields.ts';
import { DescriptionChanges, type MovedValue } from './description-changes.ts';
import { DescriptionText } from './description-text.ts';
import type { RevisedValue, RevisionQuestion } from './revised-fields.ts';

/** A description as a person has corrected it beside a sample; or why the page cannot show it. */
export type Revision =
  | {
      readonly text: string;
      readonly syntax: string;
      readonly proposal: SampleProposal;
      /**
       * By id of the field, where its value stands in the tree: the element that holds it and its own (`Line/Qty`), or its path below the
       * root, without prefixes (`/Lines/Line/Qty`). What is not read is not in it.
       */
      readonly places: ReadonlyMap<string, string>;
      readonly moved: readonly MovedValue[];
      readonly because?: undefined;
    }
  | { readonly because: LocalizedText };

interface KeptDescription extends RevisionQuestion {
  /** Its file, as people call it. */
  readonly file: string;
}

/** Of columns, records of fixed places and own XMLs; what narrows a delivered format has none. */
export function reviseDescription(question: KeptDescription): Revision {
  try {
    return reviseShown(question);
  } catch (error) {
    if (!(error instanceof NotShown)) throw error;
    const line = new DescriptionText(question.text).lineOf(error.node);
    return { because: localize('format-not-shown', { line, file: question.file }) };
  }
}

function reviseShown({ file, ...question }: KeptDescription): Revision {
  const { name: syntax, revision } = findSyntax(new DescriptionText(question.text).root?.get('syntax')) ?? {};
  if (syntax === undefined || revision === undefined)
    return { because: localize('format-narrows', { file }) };
  const changes = new DescriptionChanges(new DescriptionText(revision.correctSettings(question)));
  const revised = revision.reviseFields(question, changes);
  if (revised.because !== undefined) return { because: revised.because };
  const { values, ...sample } = revised;
  return {
    ...{ text: changes.text.render(), syntax, moved: changes.moved },
    proposal: { ...sample, fields: values.map(({ proposed }) => proposed) },
    places: new Map(values.flatMap(placeOf)),
  };
}

function placeOf({
  proposed,
  field,
  path,
  holder = field?.holder,
}: RevisedValue): readonly [string, string][] {
  if (path !== undefined) return [[proposed.id, `/${path}`]];
  return holder === undefined ? [] : [[proposed.id, `${holder}/${proposed.name}`]];
}
