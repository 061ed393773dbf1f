import type { ClaimedFile } from '../../folder-types.ts';
import { claimAgeOf, createId } from '../../unique-id.ts';

/** A claim in the making: what a crash leaves under such a name was never handed over. */
export const claimingSuffix = '.claiming';

/** begun: nobody told yet whether it was carried out. claimed: being handed over. kept: could not be, and is tried again. */
type Step = 'begun' | 'claimed' | 'kept';

interface Claim {
  readonly name: string;
  readonly step: Step;
  readonly file?: ClaimedFile;
}

/**
 * What is in our hands at pickup: claims from before the file is touched until they are in the journal, or the file went back or
 * away. In the order in which they were begun. What is not in here and not in the journal belongs to nobody.
 */
export class ClaimedFiles {
  readonly #claims = new Map<string, Claim>();

  /** Answers the id of the new claim; ids sort as they were begun. */
  begin(name: string): string {
    const id = createId();
    this.#claims.set(id, { name, step: 'begun' });
    return id;
  }

  /** These are carried out for certain, and will be handed over. */
  markClaimed(files: readonly ClaimedFile[]): void {
    for (const file of files) this.#claims.set(file.id, { name: file.name, step: 'claimed', file });
  }

  /** These are handed over later. */
  markKept(files: readonly ClaimedFile[]): void {
    for (const file of files) this.#claims.set(file.id, { name: file.name, step: 'kept', file });
  }

  /** In the journal, back in its folder, or gone. */
  drop(id: string): void {
    this.#claims.delete(id);
  }

  /** None is ours any more. */
  clear(): void {
    this.#claims.clear();
  }

  /** `claim`: as its folder is named, whole or in the making. */
  has(claim: string): boolean {
    return this.#claims.has(claim.replace(claimingSuffix, ''));
  }

  hasFile(name: string): boolean {
    for (const claim of this.#claims.values()) if (claim.name === name) return true;
    return false;
  }

  /** Is it ours, or so young (milliseconds) that it may be another gateway's, alive or just dead? */
  isClaimedBySomebody(claim: string, longest: number): boolean {
    return this.has(claim) || claimAgeOf(claim) < longest;
  }

  get unclear(): readonly string[] {
    return [...this.#claims].filter(([, { step }]) => step === 'begun').map(([id]) => id);
  }

  get kept(): readonly ClaimedFile[] {
    const kept = [...this.#claims.values()].filter(({ step }) => step === 'kept');
    return kept.map(({ file }) => file).filter((file) => file !== undefined);
  }
}
