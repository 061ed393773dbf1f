import type { TraceAnswer, TracedValueModel } from '../../../api/model/mapping-model.ts';
import { words } from '../../shell/language.ts';

interface ChainStep {
  readonly caption: string;
  readonly text: string;
}

/** Where a value comes from, as a chain: as the ERP wrote it, its path, tables, rules, the value. */
export function TraceStrip({
  trace,
  index,
  onNext,
}: {
  readonly trace: TraceAnswer | undefined;
  readonly index: number;
  onNext(): void;
}) {
  const { trace: texts } = words.value;
  const value = trace?.values[index];
  if (trace && !value) return <p class="wb-hint">{texts.traceNone}</p>;
  if (!trace || !value) return <p class="wb-hint">{texts.traceHint}</p>;
  const steps = listSteps(value);
  return (
    <>
      <header>
        <h2>{texts.traceTitle(value.value)}</h2> <code>{value.target}</code>
        {value.via.length > 0 && <span class="muted">{texts.throughMappings(value.via.length + 1)}</span>}
        {trace.count > 1 && (
          <button type="button" class="b s" onClick={onNext}>
            {texts.morePlaces(trace.count - 1)} <kbd>Alt ↓</kbd>
          </button>
        )}
      </header>
      <ol class="wb-chain">
        {steps.map(({ caption, text }, n) => (
          <li key={`${n} ${caption}`} class={n === steps.length - 1 ? 'is-last' : undefined}>
            <span>{caption}</span>
            <code>{text}</code>
          </li>
        ))}
      </ol>
    </>
  );
}

/** Steps that fit; a text of many parts has more sources than anybody reads. */
const mostSources = 3;

function listSteps(value: TracedValueModel): readonly ChainStep[] {
  const { trace: texts, workbench } = words.value;
  const { sources, chosenBy, tables, via, rule, conversion } = value;
  const hits = tables.map(({ table, key, value: found }) => ({
    caption: texts.table(table),
    text: `${key} → ${found}`,
  }));
  return [
    ...(sources.length > 0 ? sources : chosenBy)
      .slice(0, mostSources)
      .flatMap((place) => sourceSteps(place, sources.length === 0)),
    ...hits,
    ...[...via.map((one) => one.rule), rule].map((one) => ({
      caption: one.isConstant
        ? `${texts.constant}, ${nameOf(one.file)} ${workbench.line(one.line)}`
        : texts.rule(nameOf(one.file), one.line),
      text: one.text,
    })),
    ...(conversion === undefined ? [] : [{ caption: texts.converted, text: conversion }]),
    { caption: texts.inResult, text: value.value },
  ];
}

function sourceSteps(place: TracedValueModel['sources'][number], isChoice: boolean): readonly ChainStep[] {
  const { trace: texts } = words.value;
  const { line, record, field, isVariable, path, text } = place;
  const where = isVariable
    ? texts.known
    : [texts.erpWrote(line), record === undefined ? '' : texts.record(record), field]
        .filter(Boolean)
        .join(' · ');
  return [
    { caption: isChoice ? `${texts.chose} · ${where}` : where, text },
    { caption: texts.path, text: shortPath(path) },
  ];
}

/** The last steps tell the most. */
const shortPath = (path: string): string =>
  path.split('/').length > 4 ? `…${path.split('/').slice(-3).join('/')}` : path;

export const nameOf = (file: string): string => file.slice(file.indexOf(':') + 1).replace(/\.yaml$/, '');
