/** What people type into a document and have not sent yet. It goes with the document, by retention too. */
export interface DraftStore {
  /** In the place of an earlier one of that user and message. Resolves to when it was kept (RFC 3339, UTC). */
  keepDraft(draft: NewDraft): Promise<string>;
  findDraft(who: string, message: number): Promise<Draft | undefined>;
  deleteDraft(who: string, message: number): Promise<void>;
}

export interface Draft {
  readonly text: string;
  /** RFC 3339, UTC. */
  readonly at: string;
}

export interface NewDraft {
  readonly who: string;
  readonly message: number;
  readonly text: string;
}
