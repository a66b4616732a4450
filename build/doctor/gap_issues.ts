import { EXAMPLES } from "../new/template.ts";
import { styledYaml } from "../yaml/styled_node.ts";
import { harmless } from "../diagnostic/format.ts";
import { say } from "../words/say.ts";
import { type DoctorReport, type Gap, GAP_KINDS, type GapKind, gapWords } from "./gap.ts";

/** An issue to be made: the gaps of one kind in one group. */
interface GapIssue {
  /** Stays the same while the gaps of its kind change, so that an issue is not made twice. */
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  readonly labels: readonly string[];
  readonly group: string;
  readonly kind: GapKind;
  readonly files: readonly string[];
}

/** The label of everything that is about content, as the forms for issues give it. */
const LABELS = ["content"];

/** GitHub takes 65,536 characters; the rest of a body is short. */
const MAX_LIST = 60_000;

/** One issue for each kind of gap in each group; `root` is the content folder as the files name it. */
export function gapIssues({ gaps, isAll }: DoctorReport, root: string): GapIssue[] {
  const shown = gaps.filter(({ isGraduate }) => isAll || !isGraduate);
  return [...Map.groupBy(shown, ({ group }) => group)].flatMap(([group, own]) =>
    GAP_KINDS.flatMap((kind) => {
      const same = own.filter((gap) => gap.kind === kind);
      return same.length === 0 ? [] : [issueOf(group, kind, same, root)];
    })
  );
}

function issueOf(group: string, kind: GapKind, gaps: readonly Gap[], root: string): GapIssue {
  const { heading, remedy } = gapWords(kind);
  const lines = gaps.map((gap) => taskLine(gap, root));
  return {
    title: `${group}: ${heading}`,
    body: `${remedy}.\n${example(kind)}\n${
      listOf(lines)
    }\n${say`How to edit a file, in a browser or on
      a computer: the page /docs/editing of the service. Say in the pull request where the fact is from.`}\n`,
    labels: LABELS,
    group,
    kind,
    files: [...new Set(gaps.map(({ place }) => pathInRepository(place.file, root)))],
  };
}

/** What to write, if a field is missing; a gap that is about two files or a name has no such line. */
function example(kind: GapKind): string {
  if (kind === "twice" || kind === "guest" || kind === "unused") return "";
  const fields = kind === "members" || kind === "time" ? EXAMPLES.show : EXAMPLES.member;
  const value = (fields as Readonly<Record<string, unknown>>)[kind];
  return `\n${say`The field is ${`\`${kind}\``}, such as:`}\n\n\`\`\`yaml\n${
    styledYaml({ [kind]: value })
  }\`\`\`\n`;
}

/** An entry that is ticked off once its file is filled in. */
function taskLine({ place: { file, line }, kind, name, note }: Gap, root: string): string {
  const at = kind === "guest" ? `:${line}` : "";
  return `- [ ] \`${pathInRepository(file, root)}${at}\` ${plain(name + note)}\n`;
}

/** As much of a list as an issue can hold, and how many entries are not in it. */
function listOf(lines: readonly string[]): string {
  let text = "";
  for (const [place, line] of lines.entries()) {
    if (text.length + line.length > MAX_LIST) {
      return `${text}\n${say`And ${
        lines.length - place
      } more: deno task doctor lists all of them.`}\n`;
    }
    text += line;
  }
  return text;
}

/**
 * The path of a file as its repository has it: the content folder is at the top of the repository, and
 * the path to it on this machine is not for others.
 */
function pathInRepository(file: string, root: string): string {
  const inside = file.slice(root.length).replace(/^[\\/]/, "").replaceAll("\\", "/");
  const folder = /[^\\/.][^\\/]*$/.exec(root)?.[0];
  const isBelow = /^(?![\\/]|\w:|\.\.(?:[\\/]|$))/.test(root);
  const above = isBelow ? root.replace(/^\.(?:[\\/]|$)/, "").replaceAll("\\", "/") : folder ?? "";
  return above === "" ? inside : `${above}/${inside}`;
}

/** A text without what Markdown reads, and without names that GitHub would send a message to. */
function plain(text: string): string {
  return harmless(text).replaceAll("\n", " ").replace(/[\\`*_[\]<>#|~]/g, "\\$&")
    .replace(/@(?=\w)/g, "@\u2060");
}

/** The issues for programs: a line of JSON for each. */
export function issuesJson(issues: readonly GapIssue[]): string {
  return issues.map((issue) => `${JSON.stringify(issue)}\n`).join("");
}

/** The issues for people, one below the other. */
export function issuesText(issues: readonly GapIssue[]): string {
  return issues.map(({ title, labels, body }) =>
    `# ${title}\n${say`Labels: ${labels.join(", ")}`}\n\n${body}\n`
  ).join("");
}
