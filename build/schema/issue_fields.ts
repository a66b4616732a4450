/** The kinds that GitHub's forms for issues make, each with its fields in the form's order. */
export const ISSUE_FIELDS = {
  member: [
    ...["name", "fullname", "nicknames", "generation", "status", "birth_date", "joined"],
    ...["img", "description"],
  ],
  show: ["setlist", "title", "date", "time", "venue", "url", "members"],
  event: ["title", "type", "date", "time", "venue", "url", "members", "description"],
  news: ["title", "date", "category", "image", "url", "summary", "body"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type IssueKind = keyof typeof ISSUE_FIELDS;

export const ISSUE_KINDS = Object.keys(ISSUE_FIELDS) as readonly IssueKind[];

/** The folder of each kind. */
export const ISSUE_FOLDERS = {
  member: "members",
  show: "shows",
  event: "events",
  news: "news",
} as const satisfies Readonly<Record<IssueKind, string>>;

/** What the forms ask beside fields: the headings by which an issue is read again. */
interface IssueHeadings {
  readonly kind: string;
  readonly group: string;
  readonly address: string;
}

const HEADINGS: Readonly<Record<"en" | "id", IssueHeadings>> = {
  en: { kind: "Kind of entry", group: "Group", address: "Address" },
  id: { kind: "Jenis isian", group: "Grup", address: "Alamat" },
};

/** The languages that the forms have. */
export const ISSUE_LANGUAGES = ["en", "id"] as const;

/** The headings in a language; in English where there is no translation. */
export function issueHeadings(language: string): IssueHeadings {
  return language.split("-")[0] === "id" ? HEADINGS.id : HEADINGS.en;
}
