/** Rules of `site.yaml`: a contact that reaches no one, and missing terms. */

import { standsForNothing } from "../check/nothing.ts";
import { quote } from "../diagnostic/wording.ts";
import { phrase } from "../words/say.ts";
import { rule } from "./rule.ts";

const MAILBOX_OR_ADDRESS = /^[^\s@<>():]+@[^\s@<>()]+\.[^\s@<>().]+$|^https?:\/\//i;

export const SITE_RULES = [
  rule("site/contact", "site", ({ file: { contact } }) => {
    if (standsForNothing(contact) || MAILBOX_OR_ADDRESS.test(contact)) return undefined;
    const message = phrase`No one can be reached at ${
      quote(contact)
    }: expected an e-mail address, or a
      web address that starts with https://`;
    return { at: ["contact"], message };
  }),
  rule("site/licence", "site", ({ file }) => {
    if (file.licence !== undefined) return undefined;
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
