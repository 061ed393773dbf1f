import { describe, expect, it } from 'vitest';
import { context, document, head, made, mapping } from '../testkit/kit.ts';

describe('stop and warn', () => {
  const clauses = (list: string) => mapping(`${list}\ntarget:\n  order:\n    ${head}`);
  const stop = (when: string, as: string) =>
    `  - { when: "${when}", as: ${as}, code: c-${as}, say: "It has {count(cbc:Note)} notes: {cbc:Note[1]}.", advice: Do. }`;

  it('the first clause that holds ends the message, before the target is made', () => {
    const of = clauses(
      `stop:\n${stop('cbc:CustomerReference', 'rejected')}\n${stop('count(cbc:Note) > 1', 'parked')}\n${stop('cbc:ID', 'ignored')}`,
    );
    expect(of.run(document, context)).toEqual({
      findings: [],
      stop: {
        as: 'parked',
        finding: {
          code: 'c-parked',
          severity: 'park',
          message: 'It has 3 notes: one.',
          advice: 'Do.',
          line: 1,
          column: 1,
          path: '/Order',
        },
      },
    });
  });

  it('severities follow what becomes of the message', () => {
    const severity = (as: string) =>
      clauses(`stop:\n${stop('cbc:ID', as)}`).run(document, context).stop?.finding.severity;
    expect(['ignored', 'parked', 'rejected'].map(severity)).toEqual(['warning', 'park', 'error']);
  });

  it('a warning goes with the result, one for each node where it says so', () => {
    const of = clauses(`warn:
  - { when: "cbc:ID = '4711'", code: never, say: x, advice: y }
  - { each: cac:OrderLine, when: "cac:LineItem/cbc:ID = '00020'", code: line, say: "{cac:LineItem/cbc:ID}", advice: y }`);
    const { target, findings } = of.run(document, context);
    expect(target).toBeDefined();
    expect(findings).toEqual([
      {
        code: 'line',
        severity: 'warning',
        message: '00020',
        advice: 'y',
        key: 'order line 2',
        line: 8,
        column: 1,
        path: '/Order/cac:OrderLine[2]',
      },
    ]);
  });

  it('a task goes with the result or where nothing has to be said, never where a person decides or it is refused', () => {
    const tasks = `tasks:
  - { each: cac:OrderLine, when: "cac:LineItem/cbc:ID = '00020'", line: "cac:LineItem/cbc:ID", code: task, say: "No {cac:LineItem/cbc:ID}.", advice: y }
  - { when: cbc:ID, code: order, say: x, advice: y }`;
    const of = (more: string) => clauses(`${more}\n${tasks}`).run(document, context);
    const both = [
      {
        line: '00020',
        finding: { code: 'task', severity: 'warning', message: 'No 00020.', key: 'order line 2' },
      },
      { line: '', finding: { code: 'order' } },
    ];
    expect(of('')).toMatchObject({ tasks: both, findings: [], target: {} });
    expect(of(`stop:\n${stop('cbc:ID', 'ignored')}`)).toMatchObject({ tasks: both, stop: { as: 'ignored' } });
    for (const as of ['parked', 'rejected'])
      expect(of(`stop:\n${stop('cbc:ID', as)}`)).not.toHaveProperty('tasks');
  });

  it('say it in Dutch where they can and the channel wants it', () => {
    const of = clauses(
      `warn: [ { when: cbc:ID, code: a, say: x, advice: y, nl: { say: "{normalize-space(cbc:ID)} is goed", advice: z } }, { when: cbc:ID, code: b, say: x, advice: y } ]`,
    );
    expect(of.run(document, { ...context, language: 'nl' }).findings).toMatchObject([
      { message: '4711 is goed', advice: 'z' },
      { message: 'x', advice: 'y' },
    ]);
  });

  it('variables are there in clauses and rules', () => {
    const of = mapping(`variables: { twice: "concat(cbc:ID, cbc:ID)" , thrice: "concat($twice, cbc:ID)" }
stop: [ { when: "$twice = ''", as: parked, code: c, say: s } ]
target:\n  order:\n    ${head}\n    description: "normalize-space($thrice)"`);
    expect(made(of, document)).toContain('"description":"4711 4711 4711"');
  });

  it('a failing condition parks and is not taken for false', () => {
    const of = clauses(`stop:\n${stop("exists(dec:add(cbc:Note[1], '1'))", 'parked')}`);
    expect(of.run(document, context)).toMatchObject({ findings: [{ code: 'bad-decimal', value: 'one' }] });
    expect(of.run(document, context).target).toBeUndefined();
  });
});
