import { Buffer } from "node:buffer";
import type { LetterLanguage } from "../../access/records/key_store.ts";
import type { SecretHash } from "../../access/records/secret.ts";
import type { Env } from "../../platform/env.ts";
import { createSeal } from "../../toolbox/seal.ts";
import { MINUTE_MS } from "../../toolbox/durations.ts";

/** What somebody typed who asks for a key. */
export interface SignupRequest {
  readonly name: string;
  readonly email: string;
  readonly note: string;
  readonly plan: string;
  readonly ips: readonly string[];
  readonly language: LetterLanguage;
}

/** What links of letters, and the forms behind them, carry, by kind. */
interface LinkContents {
  readonly signup: SignupRequest;
  readonly manage: { readonly key: string };
  /** Management that is open. */
  readonly session: { readonly key: string };
}

type LinkKind = keyof LinkContents;

/** How long a link of a letter that was asked for can be used, and management stays open. */
export const LINK_MS = 30 * MINUTE_MS;

/** A link that holds. */
export interface OpenedLink<Kind extends LinkKind> {
  readonly content: LinkContents[Kind];
  /** Epoch ms. */
  readonly until: number;
  /** By which the store notes that it was used. */
  readonly digest: string;
}

const MAX_LENGTH = 3_600;

/** Makes links, whose texts carry all that they are about, and reads them. */
export type Links = ReturnType<typeof createLinks>;

export function createLinks({ pepper, secretHash, clock, random }: Pick<Env, "clock" | "random"> & {
  readonly pepper: Uint8Array;
  readonly secretHash: SecretHash;
}) {
  const seal = createSeal<{ readonly content: LinkContents[LinkKind]; readonly until: number }>(
    pepper,
    "oshibase link seal 1",
    random,
  );
  return {
    /** The text of a link, which holds for {@linkcode LINK_MS}. */
    make<Kind extends LinkKind>(kind: Kind, content: LinkContents[Kind]): string {
      const until = clock.now() + LINK_MS;
      return Buffer.from(seal.close(kind, { content, until })).toString("base64url");
    },
    /** Undefined if it is not one of this kind, or holds no more. */
    open<Kind extends LinkKind>(kind: Kind, text: string): OpenedLink<Kind> | undefined {
      if (text.length > MAX_LENGTH || !/^[\w-]+$/.test(text)) return undefined;
      const sealed = seal.open(kind, new Uint8Array(Buffer.from(text, "base64url")));
      if (sealed === undefined || sealed.until <= clock.now()) return undefined;
      // Two spellings of the same bytes are one link.
      const spelled = Buffer.from(text, "base64url").toString("base64url");
      return {
        content: sealed.content as LinkContents[Kind],
        until: sealed.until,
        digest: secretHash(`link\n${spelled}`),
      };
    },
  };
}
