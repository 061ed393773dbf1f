export const fixtures = {
  title: (count: number) =>
    count === 0
      ? 'There is no fixture of yours yet.'
      : count === 1
        ? '1 fixture of yours'
        : `${count} fixtures of yours`,
  found: (differing: number, all: number) =>
    differing === 0
      ? all === 1
        ? 'The fixture passes with your draft.'
        : `All ${all} fixtures pass with your draft.`
      : `${differing} of ${all} ${all === 1 ? 'fixture' : 'fixtures'} ${differing === 1 ? 'gives' : 'give'} another result than expected.`,
  hintNone: 'Publishing runs the fixtures of your own. A message that went well makes a good one.',
  hint: 'Publishing needs all of them to pass. Accept what is meant; fix the rule for the rest.',
  delivered: (count: number) =>
    `The ${count} delivered ones run against the delivered mapping, not against yours.`,
  run: 'Run all',
  runAgain: 'Run again',
  running: 'Running fixtures…',
  differs: 'differs',
  passes: 'passes',
  inDraft: 'in your draft',
  openInEditor: 'Open in the editor',
  accept: 'Accept this one',
  accepted: 'Accepted in your draft: it counts when you publish.',
  makeTitle: 'From a message, masked',
  makeHint:
    'What the mapping was given for it, with pseudonyms for everything that could name somebody, on the same way through the mapping.',
  message: 'Message',
  case: 'Called',
  make: 'Make it',
  makeAllTheSame: 'They may stay readable: make it',
  made: 'The fixture is in your draft.',
  wouldStay:
    'Without these values the mapping would go another way, so they would stay readable. Nothing is kept yet.',
  stayed: 'These values stayed readable:',
  readIt: 'Read what it holds, and whether that is what you expect. It is in your draft.',
};
