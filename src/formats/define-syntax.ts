import type { z } from 'zod';
import type { DocumentPartName, FindingCatalogue } from '../findings/finding-catalogue.ts';
import type { LocalizedText } from '../findings/localized-text.ts';
import type { FileLook } from '../tree/xml/not-xml.ts';
import type { Finding, Kind } from '../types.ts';
import type { DescriptionCodes } from './describe/format-codes.ts';
import { checkDescription, type OpenedDescription } from './describe/parse-description.ts';
import type { ReadNearby, ReferencedTexts } from './describe/referenced-texts.ts';
import type { Format } from './document-format.ts';
import type { DraftedKind } from './infer/drafted-kinds.ts';
import type { SampleCorrections } from './infer/sample-corrections.ts';
import type { SampleProposal } from './infer/sample-proposal.ts';
import type { SampledDocument } from './infer/sampled-document.ts';
import type { DescriptionChanges } from './revise/description-changes.ts';
import type { RevisedSample, RevisionQuestion } from './revise/revised-fields.ts';

/**
 * One way to write files, with everything that the gateway knows of it: `csv/syntax.ts` and its like. `syntaxes.ts` lists them;
 * nobody else names one.
 */
export interface Syntax {
  /** What `syntax:` of a description says: `csv`. */
  readonly name: string;
  readonly words: SyntaxWords;
  /** Of its descriptions; `syntax` is a literal of its name. */
  readonly schema: z.ZodType;
  /** What may stand in the tree of a description, for the manual. */
  readonly treeSchemas: readonly TreeSchema[];
  /** The format that a description describes. Never throws for what its text says. */
  load(input: DescriptionInput): LoadedDescription;
  /** Absent: `gateway format infer` makes no description of it. */
  readonly inference?: SyntaxInference;
  /** Absent: a description of it that is kept is changed in its file, and not beside a sample. */
  readonly revision?: SyntaxRevision;
  /** Findings that only its files show, in both languages. */
  readonly findings: FindingCatalogue;
  /** Findings that only its descriptions have. */
  readonly descriptionCodes?: DescriptionCodes;
  readonly masking: SyntaxMasking;
  /** What people call its repeated elements. */
  readonly items?: SyntaxItems;
  /** A file by pieces that a person can point at. Undefined: it is none of its files. Absent: its lines are such pieces. */
  readonly splitText?: (text: string) => SplitText | undefined;
  /** What its files begin with, for files that should have been XML. */
  readonly looks?: readonly FileLook[];
  /** Endings of files that a description may name beside it: `.xsd`. A running gateway keeps them with its mappings. */
  readonly nearbyExtensions?: readonly string[];
  /** Absent: `gateway init` does not offer it. */
  readonly starter?: SyntaxStarter;
}

/** Line ends between the pieces, and behind the head, mean nothing. */
export interface SplitText {
  readonly head: string;
  readonly units: readonly string[];
}

export interface SyntaxWords {
  /** `CSV`. */
  readonly name: string;
  /** `a table (CSV)`. */
  readonly file: string;
}

/** How its trees say what things are: a segment by a code that stands in it. */
export interface CodedPlaces {
  /** Elements whose code says what stands beside them. */
  isQualifier(name: string): boolean;
  /** Elements that only hold some values of a segment together. */
  isComposite(name: string): boolean;
  /** Elements of the envelope: what stands there is none of the order. */
  isEnvelope(name: string): boolean;
}

/** How a first description is made of sample files. */
export interface SyntaxInference {
  /** Absent: a value is known by its name alone. */
  readonly codedPlaces?: CodedPlaces;
  /** Whether a file that begins so is its own: 400 bytes as Latin-1, without zeros and the mark of an encoding. */
  recognise(head: string): Confidence | undefined;
  /** `name`: of the format. `referenced`: of the delivered formats. `corrections`: where a person knows better. */
  inferDescription(
    name: string,
    samples: readonly Uint8Array[],
    referenced: ReferencedTexts,
    corrections: SampleCorrections,
  ): InferredDescription;
}

/** certain: no other syntax begins so. likely: no other one that is not certain does. possible: whatever else nobody takes. */
export type Confidence = 'certain' | 'likely' | 'possible';

/** The text of a description, with what samples show of a document; or why there is none. */
export type InferredDescription =
  | {
      readonly text: string;
      /** What the documents are, where the file says it; absent: it does not. */
      readonly kind?: DraftedKind;
      readonly sampled?: SampledDocument;
      /** Absent: nothing of it can be corrected. */
      readonly proposal?: SampleProposal;
      readonly because?: undefined;
    }
  | { readonly text?: undefined; readonly because: LocalizedText };

/** How a description that is kept is corrected beside a sample. Throws NotShown for what a person has to change in the file. */
export interface SyntaxRevision {
  /** The text of the description with what is said of the file as a whole: its encoding, marks of its numbers, where it has headings. */
  correctSettings(question: RevisionQuestion): string;
  /** What the description reads and what the sample has beside it, each as a person says it is; `changes`: of the text with its settings. */
  reviseFields(question: Omit<RevisionQuestion, 'text'>, changes: DescriptionChanges): RevisedSample;
}

/** What `gateway init --format NAME` writes for an ERP with such files. */
export interface SyntaxStarter {
  /** In the help of `--format`: `a table of its own`. */
  readonly label: string;
  /** Folder below the package's samples: all of it goes into the folder of mappings, but for `sampleFile`. */
  readonly samples: string;
  /** The one of it to try with, which goes beside the config. */
  readonly sampleFile: string;
  /** Names of the files that the ERP writes: `*.csv`. */
  readonly files: string;
  /** Of the files that it reads: `.csv`. */
  readonly extension: string;
  /** What the config says above the channels of orders, behind "ERP -> exchange: "; a line each. */
  readonly ordersRemark: readonly string[];
  /** Channels of orders that share the folder, in the order in which they are asked. */
  readonly orders: readonly StarterChannel[];
  readonly responses: StarterTranslation;
  /** As what responses come: `as tables`. */
  readonly answers: string;
  /** The last of the next steps, up to "into FOLDER". `path`: of a file of the site. */
  renderNextStep(path: (name: string) => string): string;
}

/** A document of the syntax, and the mapping between it and the SCSN document. */
export interface StarterTranslation {
  readonly document: string;
  readonly map: string;
}

export interface StarterChannel extends StarterTranslation {
  readonly channel: string;
}

/** What stays as it is in a copy of a file in which nobody is to be named. */
export interface SyntaxMasking {
  /**
   * Names of the places that are harmless, by what stands there: `NAME`, `ABOVE/NAME`, or `*End` for names whose last words are so.
   * Whatever nobody lists is private.
   */
  readonly places: Readonly<Partial<Record<HarmlessKind, readonly string[]>>>;
  /** Words of its files that no description names, in small letters. */
  readonly ownWords?: readonly string[];
  /** Names of elements, and of attributes (`@NAME`), that its XML has whatever a description says. */
  readonly ownNames?: readonly string[];
  /** Of a file of records. `description`: text of the format. */
  findLayout?(text: string, description: string): RecordLayout;
}

/** amount: multiplied by a factor, so that amounts still fit one another. */
export const harmlessKinds = ['code', 'date', 'number', 'line', 'amount'] as const;
export type HarmlessKind = (typeof harmlessKinds)[number];

/** Where values of a file of records stand that no field of its tree shows. */
export interface RecordLayout {
  /** Of the cells of a table, whose rows repeat what one field of the tree holds. */
  readonly separator?: string;
  /** What says which record a line is, what counts, and what stands in no field. */
  readonly stretches?: readonly TextStretch[];
}

/** Characters of a text. */
export interface TextStretch {
  readonly from: number;
  readonly to: number;
  /** It holds a value of that name; absent: it stays. */
  readonly path?: readonly string[];
}

export interface SyntaxItems {
  /** By local name: `E1EDP01` is an order line. */
  readonly partNames: ReadonlyMap<string, DocumentPartName>;
  /** What others are called; undefined: by their name, as everywhere. */
  findLabel?(localName: string): string | undefined;
}

export interface TreeSchema {
  /** Where it holds: `an element in the tree of an XML`. */
  readonly place: string;
  readonly schema: z.ZodType;
}

/** What the descriptions of all syntaxes have; the rest is known to its syntax alone. */
export interface SyntaxDescription {
  readonly format: string;
  readonly syntax: string;
  readonly kind?: Kind | undefined;
  readonly extension?: string | undefined;
}

/** A description, and what it may build on. */
export interface DescriptionInput extends OpenedDescription {
  readonly text: string;
  readonly referenced: ReferencedTexts;
  /** Files beside the description. */
  readonly readNearby: ReadNearby;
  /** How files of all syntaxes begin. */
  readonly fileLooks: readonly FileLook[];
}

export interface LoadedDescription {
  /** Absent when a finding is an error. */
  readonly format?: Format;
  readonly findings: readonly Finding[];
  /** Markdown for a partner or the ERP's programmer: how such a file looks. Absent where there is no format. */
  renderPage?(): string;
}

/** A syntax as its folder declares it: `load` gets a description that fits the schema. */
export interface SyntaxParts<D extends SyntaxDescription> extends Omit<Syntax, 'schema' | 'load'> {
  readonly schema: z.ZodType<D>;
  load(input: DescriptionInput & { readonly description: D }): LoadedDescription;
}

export function defineSyntax<D extends SyntaxDescription>(parts: SyntaxParts<D>): Syntax {
  return {
    ...parts,
    load(input) {
      const { description, findings } = checkDescription(parts.schema, input);
      if (description === undefined) return { findings };
      const loaded = parts.load({ ...input, description });
      return { ...loaded, findings: [...findings, ...loaded.findings] };
    },
  };
}
