import { expect, it } from 'vitest';
import { doneResult, pendingResult, refusedResult } from '../../operator/decisions/decision-result.ts';
import { renderDecision } from './render-decision.ts';

it('a code becomes its sentence in the language of the reader', () => {
  expect(renderDecision(refusedResult('no-message', { id: 7 }), 'en')).toBe('There is no message 7.');
  expect(renderDecision(refusedResult('no-message', { id: 7 }), 'nl')).toBe('Er is geen bericht 7.');
  expect(renderDecision(pendingResult('not-taken-up', { seconds: 10 }), 'en')).toContain('within 10 seconds');
  expect(renderDecision(doneResult('silenced', { id: 1, until: 'then' }), 'nl')).toBe(
    'Stilte 1 geldt tot then.',
  );
});

it('what the journal says is told as it is, in Dutch where it is a sentence of ours', () => {
  expect(renderDecision({ kind: 'done', said: 'It is tried again.' }, 'en')).toBe('It is tried again.');
  expect(renderDecision({ kind: 'done', said: 'It is tried again.' }, 'nl')).toBe(
    'Het wordt opnieuw geprobeerd.',
  );
});

it('only a reason may be such a sentence: a channel that is named like a state keeps its name', () => {
  const refused = refusedResult('correction-unfit', { id: 3, reason: 'The file holds no document.' });
  expect(renderDecision(refused, 'nl')).toContain('Er staat geen document in het bestand.');
  expect(renderDecision(refusedResult('still-dry', { name: 'ready' }), 'nl')).toBe(
    'Kanaal ready draait nog droog.',
  );
});
