/** What somebody typed and has not published. The journal does not know what it means. */
export interface Draft {
  readonly who: string;
  /** `mapping order-to-exchange` */
  readonly subject: string;
  /** Hash of what it began from. */
  readonly base: string;
  readonly content: string;
  /** Counts its changes: whoever changes it says which one was seen. */
  readonly edition: number;
  /** RFC 3339, UTC: when it was changed. */
  readonly at: string;
}

export interface DraftStore {
  findDraft(who: string, subject: string): Promise<Draft | undefined>;
  /** Of everybody, about one thing: who else works on it. */
  listDrafts(subject: string): Promise<readonly Draft[]>;
  /** What somebody has drafts of. */
  listDraftSubjects(who: string): Promise<readonly string[]>;
  /**
   * Keeps it in the place of edition `seen` (0: there was none). Undefined: another window has changed it meanwhile, and nothing is
   * written.
   */
  saveDraft(
    draft: Pick<Draft, 'who' | 'subject' | 'base' | 'content'>,
    seen: number,
  ): Promise<Draft | undefined>;
  /** `seen`: only this edition. False: another window has changed it meanwhile, and it stays. */
  removeDraft(who: string, subject: string, seen?: number): Promise<boolean>;
}
