/** A licence of data, as pages and documents name it. */
export interface Licence {
  /** The SPDX id; absent for a licence without one. */
  readonly id?: string;
  readonly name: string;
  /** The address of its text; absent for a mere name. */
  readonly address?: string;
}

const SPDX = "https://spdx.org/licenses";
const CC = "https://creativecommons.org";
const ODC = "https://opendatacommons.org/licenses";

/**
 * Licences by their SPDX id (spdx.org/licenses), those of data first: the name there, and the address
 * at which their authors explain them; undefined: the page of SPDX.
 */
const KNOWN: Readonly<Record<string, readonly [name: string, address?: string]>> = {
  "CC0-1.0": ["Creative Commons Zero v1.0 Universal", `${CC}/publicdomain/zero/1.0/`],
  "CC-BY-4.0": ["Creative Commons Attribution 4.0 International", `${CC}/licenses/by/4.0/`],
  "CC-BY-SA-4.0": [
    "Creative Commons Attribution Share Alike 4.0 International",
    `${CC}/licenses/by-sa/4.0/`,
  ],
  "CC-BY-NC-4.0": [
    "Creative Commons Attribution Non Commercial 4.0 International",
    `${CC}/licenses/by-nc/4.0/`,
  ],
  "CC-BY-NC-SA-4.0": [
    "Creative Commons Attribution Non Commercial Share Alike 4.0 International",
    `${CC}/licenses/by-nc-sa/4.0/`,
  ],
  "CC-BY-ND-4.0": [
    "Creative Commons Attribution No Derivatives 4.0 International",
    `${CC}/licenses/by-nd/4.0/`,
  ],
  "CC-BY-NC-ND-4.0": [
    "Creative Commons Attribution Non Commercial No Derivatives 4.0 International",
    `${CC}/licenses/by-nc-nd/4.0/`,
  ],
  "CC-BY-3.0": ["Creative Commons Attribution 3.0 Unported", `${CC}/licenses/by/3.0/`],
  "CC-BY-SA-3.0": [
    "Creative Commons Attribution Share Alike 3.0 Unported",
    `${CC}/licenses/by-sa/3.0/`,
  ],
  "ODbL-1.0": ["Open Data Commons Open Database License v1.0", `${ODC}/odbl/1-0/`],
  "ODC-By-1.0": ["Open Data Commons Attribution License v1.0", `${ODC}/by/1-0/`],
  "PDDL-1.0": ["Open Data Commons Public Domain Dedication & License 1.0", `${ODC}/pddl/1-0/`],
  "CDLA-Permissive-2.0": ["Community Data License Agreement Permissive 2.0"],
  "CDLA-Permissive-1.0": ["Community Data License Agreement Permissive 1.0"],
  "CDLA-Sharing-1.0": ["Community Data License Agreement Sharing 1.0"],
  "OGL-UK-3.0": ["Open Government Licence v3.0"],
  "etalab-2.0": ["Etalab Open License 2.0"],
  "LAL-1.3": ["Licence Art Libre 1.3"],
  "GFDL-1.3-or-later": ["GNU Free Documentation License v1.3 or later"],
  "MIT": ["MIT License"],
  "MIT-0": ["MIT No Attribution"],
  "0BSD": ["BSD Zero Clause License"],
  "BSD-2-Clause": ['BSD 2-Clause "Simplified" License'],
  "BSD-3-Clause": ['BSD 3-Clause "New" or "Revised" License'],
  "ISC": ["ISC License"],
  "Apache-2.0": ["Apache License 2.0"],
  "MPL-2.0": ["Mozilla Public License 2.0"],
  "GPL-3.0-or-later": ["GNU General Public License v3.0 or later"],
  "GPL-3.0-only": ["GNU General Public License v3.0 only"],
  "AGPL-3.0-or-later": ["GNU Affero General Public License v3.0 or later"],
  "AGPL-3.0-only": ["GNU Affero General Public License v3.0 only"],
  "Unlicense": ["The Unlicense"],
  "WTFPL": ["Do What The F*ck You Want To Public License"],
};

/** The SPDX ids that {@linkcode licenceOf} knows; those of data first. */
export const LICENCE_IDS: readonly string[] = Object.keys(KNOWN);

/** Reads what `site.yaml` says: an SPDX id, the address of a licence, or a mere name. */
export function licenceOf(written: string): Licence {
  if (Object.hasOwn(KNOWN, written)) return known(written);
  if (!/^https?:\/\//i.test(written) || !URL.canParse(written)) return { name: written };
  const id = LICENCE_IDS.find((id) => barePage(known(id).address!) === barePage(written));
  return id === undefined ? { name: "Licence", address: written } : known(id);
}

function known(id: string): Licence {
  const [name, address = `${SPDX}/${id}.html`] = KNOWN[id]!;
  return { id, name, address };
}

/** An address without what differs between links to one page; Creative Commons has some by language. */
function barePage(address: string): string {
  return address.toLowerCase().replace(/^https?:\/\/(?:www\.)?/, "")
    .replace(/\/(?:(?:deed|legalcode)(?:\.[a-z-]+)?)?$/, "");
}

/** On what terms a service gives its data, as `site.yaml` says. */
interface Terms {
  readonly licence?: string | undefined;
  readonly attribution?: string | undefined;
}

/** The terms in one line, for formats that have a place for a text; undefined if there are none. */
export function termsLine({ licence, attribution }: Terms): string | undefined {
  const parts = [
    ...(licence === undefined ? [] : [`Licence: ${licenceWords(licenceOf(licence))}`]),
    ...(attribution === undefined ? [] : [`Attribution: ${attribution}`]),
  ];
  return parts.length === 0 ? undefined : parts.join(". ");
}

function licenceWords({ id, name, address }: Licence): string {
  const named = id === undefined ? name : `${name} (${id})`;
  return address === undefined ? named : id === undefined ? address : `${named}, ${address}`;
}
