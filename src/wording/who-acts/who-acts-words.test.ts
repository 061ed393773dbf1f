import { expect, it } from 'vitest';
import { actions, actors, type WhoActs } from '../../operator/who-acts/who-acts.ts';
import { renderWhoActs, renderWhoActsSentence } from './who-acts-words.ts';

const reader = { mayOperate: true, mayAdminister: false };
const rejected: WhoActs = { who: 'purchasing', action: 'change-lines', lines: ['10', '20'] };

it('says who has to act and what they do, in both languages', () => {
  expect(renderWhoActsSentence(rejected, reader, 'en')).toBe(
    'Purchasing has to act: change or cancel lines 10, 20 in the ERP, then export the order again.',
  );
  expect(renderWhoActsSentence(rejected, reader, 'nl')).toBe(
    'Inkoop moet iets doen: wijzig of annuleer regels 10, 20 in het ERP en exporteer de order opnieuw.',
  );
  expect(renderWhoActsSentence({ who: 'nobody', action: 'none' }, reader, 'en')).toBe('Nobody has to act.');
});

it('says "you" to who may do it, and to nobody else', () => {
  const said = (act: WhoActs) => {
    const { name, sentence, isReader } = renderWhoActs(act, reader, 'en');
    return { name, sentence, isReader };
  };
  expect(said({ who: 'operator', action: 'decide' })).toEqual({
    ...{ name: 'You', sentence: 'You can decide.', isReader: true },
  });
  expect(said({ who: 'administrator', action: 'add-to-table' })).toEqual({
    ...{ name: 'An administrator', sentence: 'An administrator has to act.', isReader: false },
  });
});

it('has a text of its own for everybody and everything', () => {
  for (const language of ['en', 'nl'] as const) {
    const names = actors.map((who) => renderWhoActs({ who, action: 'none' }, reader, language).sentence);
    const hints = actions.map((action) => renderWhoActs({ ...rejected, action }, reader, language).hint);
    expect(new Set(names).size).toBe(actors.length);
    expect(new Set(hints).size).toBe(actions.length);
  }
});
