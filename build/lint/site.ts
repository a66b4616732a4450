/** Rules of `site.yaml`: a contact that reaches no one, an address that leads nowhere, missing terms. */

import { standsForNothing } from "../check/nothing.ts";
import { webAddressOf } from "../check/explain/written_names.ts";
import { quote } from "../diagnostic/wording.ts";
import { phrase } from "../words/say.ts";
import { rule } from "./rule.ts";

const MAILBOX = /^[^\s@<>():]+@[^\s@<>()]+\.[^\s@<>().]+$/;
const ADDRESS = /^https?:\/\//i;
const MAILTO = /mailto:|^<|>$|[\[\]()].*/gi;

export const SITE_RULES = [
  rule("site/contact", "site", ({ file: { contact } }) => {
    if (standsForNothing(contact) || MAILBOX.test(contact) || ADDRESS.test(contact)) {
      return undefined;
    }
    const meant = contactMeant(contact);
    const message = phrase`No one can be reached at ${
      quote(contact)
    }: expected an e-mail address, or a
      web address that starts with https://${hint(meant)}`;
    return { at: ["contact"], message, meant };
  }),
  rule("site/base-url", "site", ({ file: { base_url: base } }) => {
    const bare = base.replace(/[?#].*$/, "").replace(/(?<=\w)\/api\/?$/, "");
    if (bare === base) return undefined;
    const message = phrase`Paths such as /api are put behind this address: end it in front of
      them${hint(bare)}`;
    return { at: ["base_url"], message, meant: bare };
  }),
  rule("site/licence", "site", ({ file }) => {
    const { licence } = file;
    if (licence !== undefined) {
      // Expressions of SPDX have blanks around these words alone.
      if (/^\S+(?: (?:AND|OR|WITH) \S+)*$/.test(licence) || licence.includes("://")) {
        return undefined;
      }
      const message = phrase`Programs cannot tell what this licence is: write an id of
        spdx.org/licenses, such as CC-BY-4.0, or the address of a page`;
      return { at: ["licence"], message };
    }
    const message = phrase`No licence is named, so others may not use the data: write licence:
      CC-BY-4.0, another id of spdx.org/licenses, or the address of a page`;
    return { message };
  }),
  rule("site/attribution", "site", ({ file }) => {
    if (file.attribution !== undefined) return undefined;
    const message = phrase`No attribution is named, so others cannot name the source: write
      attribution: and a name, with an address if there is one`;
    return { message };
  }),
];

function hint(meant: string | undefined) {
  return meant === undefined ? "" : phrase`. Did you mean ${quote(meant)}?`;
}

/** A mailbox or address out of what is around it. */
function contactMeant(text: string): string | undefined {
  const link = /\((?:mailto:)?([^()\s]+)\)$/.exec(text)?.[1];
  const bare = link ?? text.replace(MAILTO, "").replace(/\s*@+\s*/, "@").trim();
  return MAILBOX.test(bare) ? bare : webAddressOf(text).replacement;
}
