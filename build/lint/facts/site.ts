import type { SiteFile } from "../../schema/content/site.ts";
import { webAddressOf } from "../../check/explain/written_names.ts";
import { standsForNothing } from "../../check/explain/advice.ts";
import { type ReportDiagnostic, warningAt } from "../../diagnostic/diagnostic.ts";
import { quote } from "../../diagnostic/wording.ts";
import { type Source, spellingEdit } from "../../read/source.ts";
import { phrase, type Words } from "../../words/say.ts";

/** Warns of a contact that reaches no one, of addresses that lead nowhere, and of missing terms. */
export function warnSite(site: SiteFile, source: Source, report: ReportDiagnostic): void {
  const warn = (field: keyof SiteFile, words: Words, meant: string | undefined) => {
    const hint = meant === undefined ? "" : phrase`. Did you mean ${quote(meant)}?`;
    report(
      warningAt(
        source.locate([field]),
        phrase`${words}${hint}`,
        spellingEdit(source, [field], meant),
      ),
    );
  };
  const { contact, base_url: base, licence, attribution } = site;
  if (!standsForNothing(contact) && !MAILBOX.test(contact) && !ADDRESS.test(contact)) {
    const message = phrase`No one can be reached at ${
      quote(contact)
    }: expected an e-mail address, or a web
        address that starts with https://`;
    warn("contact", message, contactMeant(contact));
  }
  const bare = base.replace(/[?#].*$/, "").replace(/(?<=\w)\/api\/?$/, "");
  if (bare !== base) {
    warn(
      "base_url",
      phrase`Paths such as /api are put behind this address: end it in front of them`,
      bare,
    );
  }
  if (licence === undefined) {
    const message =
      phrase`No licence is named, so others may not use the data: write licence: CC-BY-4.0, another id of
        spdx.org/licenses, or the address of a page`;
    report(warningAt(source.locate([]), message));
  }
  if (attribution === undefined) {
    const message =
      phrase`No attribution is named, so others cannot name the source: write attribution: and a name, with
        an address if there is one`;
    report(warningAt(source.locate([]), message));
  }
}

const MAILBOX = /^[^\s@<>():]+@[^\s@<>()]+\.[^\s@<>().]+$/;
const ADDRESS = /^https?:\/\//i;
const MAILTO = /mailto:|^<|>$|[\[\]()].*/gi;

/** A mailbox or address out of what is around it. */
function contactMeant(text: string): string | undefined {
  const link = /\((?:mailto:)?([^()\s]+)\)$/.exec(text)?.[1];
  const bare = link ?? text.replace(MAILTO, "").replace(/\s*@+\s*/, "@").trim();
  return MAILBOX.test(bare) ? bare : webAddressOf(text).replacement;
}
