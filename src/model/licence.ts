/** A licence of data, as pages and documents name it. */
interface Licence {
  readonly name: string;
  /** The address of its text; absent for a mere name. */
  readonly address?: string;
}

/** Reads what `site.yaml` says: an SPDX id, the address of a licence, or a mere name. */
export function licenceOf(written: string): Licence {
  if (/^https?:\/\//i.test(written) && URL.canParse(written)) {
    return { name: "Licence", address: written };
  }
  // No SPDX id has a blank.
  return /^[\w.+-]+$/.test(written)
    ? { name: written, address: `https://spdx.org/licenses/${written}.html` }
    : { name: written };
}

/** On what terms a service gives its data, as `site.yaml` says. */
interface Terms {
  readonly licence?: string | undefined;
  readonly attribution?: string | undefined;
}

/** The terms in one line, for formats that have a place for a text; undefined if there are none. */
export function termsLine({ licence, attribution }: Terms): string | undefined {
  const parts = [
    ...(licence === undefined ? [] : [`Licence: ${licence}`]),
    ...(attribution === undefined ? [] : [`Attribution: ${attribution}`]),
  ];
  return parts.length === 0 ? undefined : parts.join(". ");
}
