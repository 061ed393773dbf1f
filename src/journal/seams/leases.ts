/** What several gateways agree on. */
export interface Leases {
  /** Several gateways may have it open. */
  readonly shared: boolean;
  /** True while this gateway is the one that does what `name` says; asked again and again. Always, when not shared. */
  acquireLease(name: string): Promise<boolean>;
  /** True where this gateway has had it all the time; unlike `acquireLease` it takes none that is free. Always, when not shared. */
  renewLease(name: string): Promise<boolean>;
  /** Another gateway may do it. */
  releaseLease(name: string): Promise<void>;
  /** Another gateway may do whatever this one does, save for this. */
  releaseOtherLeases(but: string): Promise<void>;
  /**
   * Takes turns at the exchange, `interval` milliseconds apart, from what all gateways on this journal share. Resolves to
   * the milliseconds until the first of them.
   */
  reserveTurns(count: number, interval: number): Promise<number>;
}
