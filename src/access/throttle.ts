/** Slows down whoever fails too often, by client address. */
export interface Throttle {
  /** How long this address has to wait before its next attempt, in ms; 0: it need not. */
  waitMs(address: string): number;
  /** Counts one failure of this address. */
  failed(address: string): void;
}
