import type { Finding } from '../../types.ts';
import type { YamlSource } from '../../yaml/yaml-source.ts';
import type { FormatCode } from '../describe/format-codes.ts';
import { parseGuide } from '../describe/parse-description.ts';
import type { ReferencedTexts } from '../describe/referenced-texts.ts';
import { type EdifactDescription, edifactSchema } from './description.ts';
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
  source: YamlSource<FormatCode>,
  description: EdifactDescription,
  beside: ReferencedTexts,
): LayoutResult {
  return layoutOf(source, description, beside, 0);
}

function layoutOf(
  source: YamlSource<FormatCode>,
  description: EdifactDescription,
  beside: ReferencedTexts,
  depth: number,
): LayoutResult {
  const guide =
    description.guide === undefined ? undefined : guideOf(source, description.guide, beside, depth);
  const texts = guide?.texts ?? [];
  if (guide !== undefined && guide.layout === undefined) return { findings: guide.findings, texts };
  const base = guide?.layout;
  const missing = base === undefined ? (['message', 'directory', 'structure'] as const) : [];
  const findings = missing
    .filter((key) => description[key] === undefined)
    .map((key) =>
      source.finding(
        'format-missing-key',
        [key],
        `\`${key}\` is missing.`,
        'Write it, or guide: edifact-d96a-orders.',
      ),
    );
  if (findings.length > 0) return { findings, texts };
  const read =
    description.directory === undefined ? undefined : readDirectory(description.directory, beside.directory);
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

function guideOf(
  source: YamlSource<FormatCode>,
  name: string,
  beside: ReferencedTexts,
  depth: number,
): LayoutResult | undefined {
  const text = depth > 5 ? undefined : beside.guide(name);
  const advice = 'Delivered: edifact-d96a-orders, -ordchg, -ordrsp, -desadv, edifact-d01b-orders, -ordrsp.';
  const wrong = (message: string): LayoutResult => ({
    findings: [source.finding('format-wrong-value', ['guide'], message, advice)],
    texts: [],
  });
  if (text === undefined) return wrong(`There is no format ${name}.`);
  const guide = parseGuide(text, name, edifactSchema, 'edifact');
  if (guide === undefined) return wrong(`The format ${name} is no EDIFACT.`);
  const { description, source: own, findings } = guide;
  if (description === undefined) return { findings, texts: [] };
  const loaded = layoutOf(own, description, beside, depth + 1);
  return { ...loaded, texts: [text, ...loaded.texts] };
}

const buildStructureFinding = (source: YamlSource<FormatCode>, token: string): Finding =>
  source.finding(
    'format-wrong-value',
    ['structure'],
    `\`structure\` cannot be read at \`${token}\`.`,
    'Write segments as DTM[35]!, groups as gRFF[10] ( … ), and close every ( with ).',
  );
