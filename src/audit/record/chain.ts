import { Buffer } from "node:buffer";
import { createMac } from "../../toolbox/mac.ts";

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
  const root = createMac(pepper);
  const under = (purpose: string) => {
    const mac = createMac(Buffer.from(root(purpose), "base64url"));
    return (message: string | Uint8Array) => mac(message).slice(0, 22);
  };
  const digest = under("audit chain, version 1");
  const commit = under("audit person, version 1");
  return {
    link: (previous, text) => digest(`${previous}\n${text}`),
    seal: (kind, ...facts) => digest(`${kind}\n${facts.join("\n")}`),
    commitment: (subject, first, value) =>
      commit(Buffer.concat([Buffer.from(`${first}\n${subject}\n`), value])),
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
