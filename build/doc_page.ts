/** A page of the documents, before it is laid out. */
export interface DocPage {
  /** Its path: `/docs` or below it. */
  readonly path: string;
  /** The language of the text (BCP 47). */
  readonly lang: string;
  /** Its part of the list of contents. */
  readonly section: string;
  /** Its text; the first line is its heading, the first paragraph says what it is about. */
  readonly markdown: string;
}

/** The parts of the list of contents. */
export const SECTIONS = {
  using: "Using the service",
  reference: "Reference",
  editing: "Editing the content",
  running: "Running the service",
  working: "Working on it",
  indonesian: "Bahasa Indonesia",
} as const;

/** A page for callers. */
export function usingIt(path: string, markdown: string): DocPage {
  return { path, lang: "en", section: SECTIONS.using, markdown };
}

/** A further part of a page: it has headings from the second level on. */
export function partOf(path: string, markdown: string): DocPage {
  return { path, lang: "en", section: "", markdown };
}

/** A page in Indonesian. */
export function inIndonesian(path: string, markdown: string): DocPage {
  return { path, lang: "id", section: SECTIONS.indonesian, markdown };
}
