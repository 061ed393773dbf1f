/** What a decision on one message does, for who makes it. */
export const plans = {
  of: {
    retry: [
      'It is checked anew and sent, before later ones of its order.',
      'What a fixed table or mapping gives now counts.',
    ],
    release: [
      'Later documents of the order go before it.',
      'It stays parked and can be retried or discarded.',
    ],
    discard: ['It ends here and is never sent.', 'It stays in the journal, with your reason.'],
    close: ['It stays refused and leaves “Needs action”.', 'Nothing is sent.'],
    done: ['The open tasks of this message end.', 'Nothing is sent.'],
    force: [
      'It is checked anew and sent, although nothing has changed or a later one was sent.',
      'The exchange may show older values.',
    ],
  },
  whyOptional: 'Why (kept in the journal; may be empty)',
  notBefore: 'Nothing is done before you say so.',
};
