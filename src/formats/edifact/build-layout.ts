import type { Finding } from '../../types.ts';
import type { DescriptionSource } from '../describe/description-source.ts';
import { parseGuide } from '../describe/parse-description.ts';
import type { ReferencedTexts } from '../describe/referenced-texts.ts';
import { type EdifactDescription, edifactSchema } from './description.ts';
import { edifactSentence } from './findings/sentences.ts';
import { readDirectory } from './guide/directory.ts';
import { parseStructure } from './guide/message-structure.ts';
import { narrowStructure } from './guide/narrow-structure.ts';
import { type EdifactLayout, parseMessageName } from './layout.ts';

interface LayoutResult {
  /** Absent when a finding is an error. */
  readonly layout?: EdifactLayout;
  readonly findings: readonly Finding[];
  /** All texts that it is made of beside its own. */
  readonly texts: readonly string[];
}

/** A format with the structure and directory of its guide, narrowed as its tree says. */
export function buildEdifactLayout(
  source: DescriptionSource,
  description: EdifactDescription,
  beside: ReferencedTexts,
): LayoutResult {
  return layoutOf(source, description, beside, 0);
}

function layoutOf(
  source: DescriptionSource,
  description: EdifactDescription,
  beside: ReferencedTexts,
  depth: number,
): LayoutResult {
  const guide =
    description.guide === undefined ? undefined : guideOf(source, description.guide, beside, depth);
  const texts = guide?.texts ?? [];
  if (guide !== undefined && guide.layout === undefined) return { findings: guide.findings, texts };
  const base = guide?.layout;
  const findings = base === undefined ? findMissingKeys(source, description) : [];
  if (findings.length > 0) return { findings, texts };
  const read =
    description.directory === undefined
      ? undefined
      : readDirectory(description.directory, beside.directory, source.language);
  const directory = read === undefined ? base?.directory : read.directory;
  const structure = description.structure === undefined ? undefined : parseStructure(description.structure);
  const message = description.message === undefined ? base?.message : parseMessageName(description.message);
  if (structure?.wrong !== undefined)
    return { findings: [buildStructureFinding(source, structure.wrong)], texts };
  const members = structure?.members ?? base?.members;
  if (directory === undefined || members === undefined || message === undefined)
    return { findings: read?.findings ?? [], texts };
  const all = [...texts, ...(read?.texts ?? [])];
  const made =
    description.tree === undefined
      ? undefined
      : narrowStructure(members, directory, source, description.tree);
  if (made !== undefined && made.findings.length > 0) return { findings: made.findings, texts: all };
  return {
    layout: { description, directory, message, members: made?.members ?? members },
    findings: [],
    texts: all,
  };
}

/** Without a guide a description says all of it. */
const findMissingKeys = (source: DescriptionSource, description: EdifactDescription): readonly Finding[] =>
  (['message', 'directory', 'structure'] as const)
    .filter((key) => description[key] === undefined)
    .map((key) => source.findingAt(edifactSentence('format-missing-key/key'), [key], { key }));

function guideOf(
  source: DescriptionSource,
  name: string,
  beside: ReferencedTexts,
  depth: number,
): LayoutResult | undefined {
  const text = depth > 5 ? undefined : beside.guide(name);
  const wrong = (what: 'no-guide' | 'other-guide'): LayoutResult => ({
    findings: [source.findingAt(edifactSentence(`format-wrong-value/${what}`), ['guide'], { name })],
    texts: [],
  });
  if (text === undefined) return wrong('no-guide');
  const guide = parseGuide(text, name, edifactSchema, 'edifact', source.language);
  if (guide === undefined) return wrong('other-guide');
  const { description, source: own, findings } = guide;
  if (description === undefined) return { findings, texts: [] };
  const loaded = layoutOf(own, description, beside, depth + 1);
  return { ...loaded, texts: [text, ...loaded.texts] };
}

const buildStructureFinding = (source: DescriptionSource, token: string): Finding =>
  source.findingAt(edifactSentence('format-wrong-value/structure'), ['structure'], { token });
