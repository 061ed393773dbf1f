/** A trial came to no answer. */
export type TrialEnd =
  /** The thread was stopped: the mapping did not end in so many milliseconds of its own time. */
  | { readonly kind: 'too-long'; readonly milliseconds: number }
  /** It was stopped: the mapping, a table or the document takes more memory. */
  | { readonly kind: 'too-large'; readonly megabytes: number }
  /** Before its turn came the same page asked something newer, nobody waited for it any more, or the thread was closed for other folders. */
  | { readonly kind: 'superseded' };

export type TrialReply<T> = { readonly kind: 'answer'; readonly answer: T } | TrialEnd;
