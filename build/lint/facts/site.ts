import type { SiteFile } from "../../schema/content/site.ts";
import { webAddressOf } from "../../check/explain/written_names.ts";
import { standsForNothing } from "../../check/explain/advice.ts";
import { type ReportDiagnostic, warningAt } from "../../diagnostic/diagnostic.ts";
import { quote } from "../../diagnostic/wording.ts";
import { LICENCE_IDS, licenceOf } from "../../../src/model/licence.ts";
import { nearest } from "../../../src/toolbox/nearest.ts";
import { inOtherForm, isSameInForm } from "../../check/fold_name.ts";
import { type Source, spellingEdit } from "../../read/source.ts";
import { say } from "../../words/say.ts";

/** Warns of a contact that reaches no one, of addresses that lead nowhere, and of missing terms. */
export function warnSite(site: SiteFile, source: Source, report: ReportDiagnostic): void {
  const warn: Warn = (field, words, meant, isSure = true) => {
    const hint = meant === undefined ? "" : say`. Did you mean ${quote(meant)}?`;
    const fix = isSure ? spellingEdit(source, [field], meant) : undefined;
    report(warningAt(source.locate([field]), words + hint, fix));
  };
  const { contact, base_url: base, licence, attribution } = site;
  if (!standsForNothing(contact) && !MAILBOX.test(contact) && !ADDRESS.test(contact)) {
    const message = say`No one can be reached at ${
      quote(contact)
    }: expected an e-mail address, or a web
        address that starts with https://`;
    warn("contact", message, contactMeant(contact));
  }
  const bare = base.replace(/[?#].*$/, "").replace(/(?<=\w)\/api\/?$/, "");
  if (bare !== base) {
    warn(
      "base_url",
      say`Paths such as /api are put behind this address: end it in front of them`,
      bare,
    );
  }
  if (licence === undefined) {
    const message =
      say`No licence is named, so others may not use the data: write licence: CC-BY-4.0, another id of
        spdx.org/licenses, or the address of a page`;
    report(warningAt(source.locate([]), message));
  } else if (!standsForNothing(licence)) {
    const problem = licenceProblem(licence);
    if (problem !== undefined) warn("licence", problem.words, problem.meant, problem.isSure);
  }
  if (attribution === undefined) {
    const message =
      say`No attribution is named, so others cannot name the source: write attribution: and a name, with
        an address if there is one`;
    report(warningAt(source.locate([]), message));
  }
}

type Warn = (
  field: keyof SiteFile,
  words: string,
  meant: string | undefined,
  isSure?: boolean,
) => void;

/**
 * Why programs cannot use a licence as it is written, and what is meant: one that no program knows is an
 * address without its scheme, or a name that is no id.
 */
export function licenceProblem(licence: string) {
  const { id, address } = licenceOf(licence);
  if (id !== undefined || address !== undefined) return undefined;
  const page = webAddressOf(licence).replacement;
  if (page !== undefined && page !== licence) {
    const words = say`This address does not work: an address starts with https://`;
    return { words, meant: page, isSure: true };
  }
  const words = say`Programs do not know the licence ${
    quote(licence)
  }: expected an id of spdx.org/licenses, such as
      CC-BY-4.0, or the address of a page`;
  const names = LICENCE_IDS.filter((id) => isSameInForm(licenceOf(id).name, licence));
  const same = inOtherForm(licence, LICENCE_IDS) ?? (names.length === 1 ? names[0] : undefined);
  return { words, meant: same ?? idMeant(licence), isSure: same !== undefined };
}

/** `CC BY 4.0`, `cc0`, `Creative Commons Zero`: the id that begins so, has that name, or is closest. */
function idMeant(licence: string): string | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");
  const asked = plain(licence.replace(/\blicen[cs]e\b|\bv(?=\d)/gi, ""));
  if (asked === "") return undefined;
  const begins = LICENCE_IDS.find((id) => plain(id).startsWith(asked));
  const named = LICENCE_IDS.find((id) => plain(licenceOf(id).name).startsWith(plain(licence)));
  return begins ?? named ?? nearest(licence, LICENCE_IDS);
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
