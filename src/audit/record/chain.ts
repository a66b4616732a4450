import { createHmac } from "node:crypto";

/** The end of the chain: the number of the last recorded use and its link. */
export interface Head {
  readonly seq: number;
  readonly link: string;
}

/** Where every chain begins: no use, and a link to nothing. */
export const GENESIS: Head = { seq: 0, link: "A".repeat(22) };

/** Makes the links that tie each line of the record to all lines before it. */
export interface Chain {
  /** The link of a line: 22 characters over the link before it and the line's own text. */
  link(previous: string, text: string): string;
  /** A seal over facts that lie outside the chain, so that nobody without the pepper can write them. */
  seal(kind: "head" | "told" | "anchor", ...facts: (string | number)[]): string;
  /**
   * Commits the chain to a value that lies beside it and may be deleted: 22 characters from which
   * nothing of it can be told, with the pepper neither, as long as the value begins with a salt.
   */
  commitment(subject: string, first: number, value: Uint8Array): string;
}

/**
 * A chain keyed with the pepper: HMAC-SHA-256 (RFC 2104), cut to 132 bits, under a key of its own, so
 * that no digest made elsewhere with the same pepper is a link.
 */
export function createChain(pepper: string | Uint8Array): Chain {
  const key = createHmac("sha256", pepper).update("audit chain, version 1").digest();
  const personKey = createHmac("sha256", pepper).update("audit person, version 1").digest();
  const digest = (text: string) =>
    createHmac("sha256", key).update(text).digest("base64url").slice(0, 22);
  return {
    link: (previous, text) => digest(`${previous}\n${text}`),
    seal: (kind, ...facts) => digest(`${kind}\n${facts.join("\n")}`),
    commitment: (subject, first, value) =>
      createHmac("sha256", personKey).update(`${first}\n${subject}\n`).update(value)
        .digest("base64url").slice(0, 22),
  };
}

/** The value at `AUDIT_HEAD`. */
export interface StoredHead extends Head {
  readonly seal: string;
}

/** The value at `AUDIT_ANCHOR`: `seq` and `link` of the last use that was dropped. */
export interface StoredAnchor extends Head {
  /** When it was dropped, in epoch milliseconds. */
  readonly at: number;
  readonly seal: string;
}

/** The part of a sink's cursor that is sealed: the last use that was posted. */
export interface ToldMark {
  readonly told: number;
  /** The link of that use: the head as the last message gave it. */
  readonly head: string;
  /** Seal over sink, `told` and `head`; "" before anything was posted. */
  readonly seal: string;
}
