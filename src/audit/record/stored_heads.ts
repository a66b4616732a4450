/** The value at `AUDIT_HEAD`. */
export interface StoredHead {
  readonly seq: number;
  readonly link: string;
  readonly seal: string;
}

/** The value at `AUDIT_ANCHOR`: `seq` and `link` of the last use that was dropped. */
export interface StoredAnchor {
  readonly seq: number;
  readonly link: string;
  /** When it was dropped, in epoch milliseconds. */
  readonly at: number;
  readonly seal: string;
}

/** The part of a sink's cursor that is sealed: the last use that was posted. */
export interface ToldMark {
  /** Number of the last use that was posted. */
  readonly told: number;
  /** The link of that use: the head as the last message gave it. */
  readonly head: string;
  /** Seal over sink, `told` and `head`; "" before anything was posted. */
  readonly seal: string;
}
