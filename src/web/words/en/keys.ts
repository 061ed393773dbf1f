interface KeyGroup {
  readonly name: string;
  /** Keys with a space between them, and what they do. */
  readonly keys: readonly (readonly [string, string])[];
}

const groups: readonly KeyGroup[] = [
  {
    name: 'Everywhere',
    keys: [
      ['/', 'search'],
      ['g o', 'overview'],
      ['g m', 'messages that need action'],
      ['g c', 'channels'],
      ['g a', 'alarms'],
      ['g w', 'mappings'],
      ['?', 'these keys'],
    ],
  },
  {
    name: 'Lists of messages',
    keys: [
      ['j k', 'next, previous'],
      ['Enter', 'open'],
      ['x', 'select'],
      ['Shift x', 'select all up to here'],
      ['f', 'filter'],
    ],
  },
  {
    name: 'A message',
    keys: [
      ['F8', 'next finding'],
      ['Shift F8', 'previous finding'],
      ['e', 'edit and resend…'],
      ['r', 'retry…'],
      ['d', 'discard…'],
    ],
  },
  {
    name: 'Mappings',
    keys: [
      ['Ctrl .', 'where the value comes from'],
      ['Alt ↓ ↑', 'next, previous value of this rule'],
      ['Alt → ←', 'next, previous document'],
      ['Ctrl S', 'keep the draft'],
      ['Ctrl Enter', 'compare'],
      ['Alt Enter', 'map the chosen place…'],
      ['Ctrl 1 2 3', 'document, mapping, result'],
      ['Ctrl Space', 'complete what is typed'],
      ['F8', 'next problem of the mapping'],
      ['Esc Tab', 'leave the editor'],
    ],
  },
  {
    name: 'Dialogs',
    keys: [
      ['Esc', 'close'],
      ['Ctrl Enter', 'do it'],
    ],
  },
];

export const keys = {
  title: 'Keys',
  groups,
  single: 'Single letters act as keys (not while you type in a field)',
};
