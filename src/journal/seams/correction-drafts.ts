/** What people type into a document and have not sent yet. It goes with the document, by retention too. */
export interface CorrectionDrafts {
  /** In the place of an earlier one of that user and message. Resolves to when it was kept (RFC 3339, UTC). */
  keepCorrectionDraft(draft: NewCorrectionDraft): Promise<string>;
  findCorrectionDraft(who: string, message: number): Promise<CorrectionDraft | undefined>;
  deleteCorrectionDraft(who: string, message: number): Promise<void>;
}

export interface CorrectionDraft {
  readonly text: string;
  /** RFC 3339, UTC. */
  readonly at: string;
}

export interface NewCorrectionDraft {
  readonly who: string;
  readonly message: number;
  readonly text: string;
}
