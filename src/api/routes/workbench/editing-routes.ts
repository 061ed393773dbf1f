import { renderTrialEnd } from '../../../wording/mappings/trial-end.ts';
import {
  type InsertedRule,
  insertLines,
  type NewRule,
  type NoInsertion,
} from '../../../workbench/drafts/insert-rule.ts';
import { copyRule, extendList, type LayeredLine } from '../../../workbench/overlay/layer-rules.ts';
import { readMappingTexts } from '../../../workbench/overlay/list-mappings.ts';
import type { TrialDesk } from '../../../workbench/trial/trial-desk.ts';
import type { Desk } from '../../desk.ts';
import { type RequestContext, type Route, route } from '../../kit/route.ts';
import {
  copyQuestion,
  type InsertionAnswer,
  insertionAnswer,
  layersAnswer,
  layersQuestion,
  type PlanAnswer,
  planAnswer,
  planQuestion,
  treeAnswer,
  treeQuestion,
  valuesAnswer,
  valuesQuestion,
} from '../../model/workbench/mapping-editing-model.ts';
import { buildQuestion, describeValue, pageOf, requireAnswer, siteOf } from '../mapping-trials.ts';
import { FileNames } from '../render/file-names.ts';
import { beginOwnText, requireFolder } from './lost-routes.ts';
import { buildProblem, problemText } from './workbench-problems.ts';

/** What helps to write rules: the document as a tree, the result as a table, a rule for what was pointed at, delivered rules beneath one's own. */
export const mappingEditingRoutes = (desk: Desk, trials: TrialDesk): readonly Route[] => [
  route(
    {
      ...{ method: 'POST', path: '/mappings/:name/tree', role: 'read', forMasked: true, unaudited: 'reads' },
      ...{ about: 'A document as a tree, branch by branch.', input: treeQuestion, output: treeAnswer },
    },
    async ({ open, ...asked }, context) => {
      const { site, question } = await buildQuestion(desk, trials, asked, context);
      const reply = await trials.workerFor(site).readTree(pageOf(asked, context), { question, open });
      const { branches, key: found } = requireAnswer(reply);
      return {
        branches: branches.map((branch) => ({ ...branch, rows: branch.rows.map(copyRow) })),
        ...(found === undefined ? {} : { key: found }),
      };
    },
  ),
  route(
    {
      ...{
        method: 'POST',
        path: '/mappings/:name/values',
        role: 'read',
        forMasked: true,
        unaudited: 'reads',
      },
      ...{ about: 'The result as a table: each value with its rule and its source.' },
      ...{ input: valuesQuestion, output: valuesAnswer },
    },
    async ({ word, most, ...asked }, context) => {
      const { site, question } = await buildQuestion(desk, trials, asked, context);
      const worker = trials.workerFor(site);
      const reply = await worker.listValues(pageOf(asked, context), question, { word, most });
      const { values, count } = requireAnswer(reply);
      const files = new FileNames(site);
      return { values: values.map((one) => describeValue(one, files)), count };
    },
  ),
  route(
    {
      ...{ method: 'POST', path: '/mappings/:name/plan', role: 'administer', unaudited: 'reads' },
      ...{
        about: 'Your mapping with a rule that carries a value of the document to a member of the target.',
      },
      ...{ input: planQuestion, output: planAnswer },
    },
    async ({ key, target, ...asked }, context): Promise<PlanAnswer> => {
      requireFolder(desk);
      const none = (code: keyof typeof notPlanned): PlanAnswer => describeNoPlan(code, context);
      if (asked.chain[0] !== asked.name) return none('not-first');
      const { site, question } = await buildQuestion(desk, trials, asked, context);
      const worker = trials.workerFor(site);
      const reply = await worker.planRule(pageOf(asked, context), { question, key, target });
      if (reply.kind === 'superseded') throw buildProblem('asked-again');
      if (reply.kind !== 'answer')
        return { kind: 'none', code: reply.kind, text: renderTrialEnd(reply, context.language).text };
      const planned = reply.answer;
      if (typeof planned === 'string') return none(planned);
      const { delivered = '' } = readMappingTexts(asked.name, desk.config().mappings) ?? {};
      const extended = extendList(delivered, planned.path, planned.expression);
      const inserted = insertInto(desk, asked, extended ?? planned);
      if (typeof inserted === 'string') return none(inserted);
      // of a list the last one is new
      const line = inserted.line + (extended ? extended.lines.length - 1 : 0);
      return { kind: 'rule', ...inserted, line, rule: planned.expression };
    },
  ),
  route(
    {
      ...{ method: 'POST', path: '/mappings/:name/copy', role: 'administer', unaudited: 'reads' },
      ...{
        about: 'Your mapping with a delivered rule as it is.',
        input: copyQuestion,
        output: insertionAnswer,
      },
    },
    async ({ rule, ...asked }): Promise<InsertionAnswer> => {
      requireFolder(desk);
      const { delivered = '' } = readMappingTexts(asked.name, desk.config().mappings) ?? {};
      const copied = copyRule(delivered, rule);
      if (copied === undefined) throw buildProblem('no-rule');
      const inserted = insertInto(desk, asked, copied);
      if (typeof inserted === 'string') throw buildProblem(inserted);
      return { ...inserted, rule: copied.lines.join('\n') };
    },
  ),
  route(
    {
      ...{
        method: 'POST',
        path: '/mappings/:name/layers',
        role: 'read',
        forMasked: true,
        unaudited: 'reads',
      },
      ...{ about: 'Your mapping laid over the delivered one.', input: layersQuestion, output: layersAnswer },
    },
    async ({ name, edits }, context) => {
      const site = siteOf(desk);
      const { own = '', delivered = '' } = readMappingTexts(name, site.own) ?? {};
      const mayEdit = context.caller.role === 'administer';
      const text = (mayEdit ? edits[`${name}.yaml`] : undefined) ?? own;
      const worker = trials.workerFor(site);
      const reply = await worker.layerRules({ own: text, delivered }, context.signal);
      const lines = requireAnswer(reply);
      return lines === undefined ? {} : { lines: lines.map((line) => describeLine(line, name)) };
    },
  ),
];

const copyRow = <T extends { readonly number?: readonly [number, number] }>({ number, ...row }: T) => ({
  ...row,
  ...(number === undefined ? {} : { number: [number[0], number[1]] as [number, number] }),
});

const describeLine = ({ text, origin, line, isReplaced, rule }: LayeredLine, name: string) => ({
  ...{ text, line, file: `${origin}:${name}.yaml`, isOwn: origin === 'own', isReplaced: isReplaced === true },
  ...(rule === undefined ? {} : { rule: [...rule] }),
});

function insertInto(
  desk: Desk,
  { name, edits }: { readonly name: string; readonly edits: Readonly<Record<string, string>> },
  rule: NewRule,
): InsertedRule | NoInsertion {
  const { own, delivered } = readMappingTexts(name, desk.config().mappings) ?? {};
  return insertLines(edits[`${name}.yaml`] ?? own ?? beginOwnText(name, delivered), rule);
}

const describeNoPlan = (code: keyof typeof notPlanned, { language }: RequestContext): PlanAnswer => ({
  ...{ kind: 'none', code, text: notPlanned[code][language] },
});

const notPlanned = {
  'there-already': problemText('there-already'),
  'not-by-lines': problemText('not-by-lines'),
  'not-first': {
    en: 'This mapping reads what another one made. Open it with a document of its own, then point at a value.',
    nl: 'Deze mapping leest wat een andere heeft gemaakt. Open haar met een eigen document en wijs dan een waarde aan.',
  },
  'no-place': {
    en: 'The document has no such place any more. Point at it again.',
    nl: 'Die plaats is niet meer in het document. Wijs haar opnieuw aan.',
  },
  'no-member': {
    en: 'The target has no such member, or it holds others: choose one that holds a value.',
    nl: 'Het doel heeft zo’n lid niet, of het bevat andere: kies er een dat een waarde bevat.',
  },
  'list-of-rules': {
    en: 'The mapping fills this list by several rules: edit the one that is meant.',
    nl: 'De mapping vult deze lijst met verschillende regels: wijzig de regel die bedoeld is.',
  },
  problems: {
    en: 'Fix the problems of the mapping first: nobody can tell where the rule belongs.',
    nl: 'Herstel eerst de problemen van de mapping: het is niet te zeggen waar de regel hoort.',
  },
} as const;
