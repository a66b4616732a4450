import assert from "node:assert/strict";

const AUDIENCES = ["Editors", "Callers", "Operators"];

/** What is wrong with a changelog; empty if it has the shape that `deno task upgrade` and people read. */
function problemsOf(text: string): string[] {
  // A long line goes on below, indented.
  const [head = "", ...sections] = text.replaceAll("\n  ", " ").split(/^## /m);
  const versions = sections.map((section) => section.split("\n")[0]!);
  const days = versions.slice(1);
  return [
    ...(head.startsWith("# Changelog\n\n") ? [] : ["it begins with # Changelog"]),
    ...(versions[0] === "Unreleased" ? [] : ["the first section is Unreleased"]),
    ...days.filter((day) => !/^\d{4}-\d{2}-\d{2}$/.test(day)).map((day) => `${day}: no day`),
    ...(days.join() === days.toSorted().reverse().join() ? [] : ["the newest day is first"]),
    ...sections.flatMap(problemsOfSection),
  ];
}

function problemsOfSection(section: string): string[] {
  const [title = "", ...parts] = section.split(/^### /m);
  const names = parts.map((part) => part.split("\n")[0]!);
  const lines = parts.flatMap((part) => part.split("\n").slice(1).filter((line) => line !== ""));
  return [
    ...(title.trim().includes("\n") ? [`${title}: text before its first heading`] : []),
    ...(names.length > 0 ? [] : [`${title.trim()}: nothing in it`]),
    ...(AUDIENCES.filter((name) => names.includes(name)).join() === names.join()
      ? []
      : [`headings: ${names.join(", ")}`]),
    ...lines.filter((line) => !/^- [A-Z`][^\n]*\.$/.test(line) || line.length > 200),
    ...lines.filter((line, place) => lines.indexOf(line) !== place).map((line) => `twice: ${line}`),
  ];
}

Deno.test("the changelog has its shape: a sentence a line, by day and by who notices it", () => {
  const text = Deno.readTextFileSync("CHANGELOG.md");
  assert.deepEqual(problemsOf(text), []);
});

const GOOD = `# Changelog

What changes.

## Unreleased

### Callers

- \`bare/theater\` goes in a year.

## 2026-11-23

### Editors

- A field is new.

### Operators

- A setting is new.
`;

Deno.test("a changelog of another shape is found", () => {
  assert.deepEqual(problemsOf(GOOD), []);
  const changed: readonly (readonly [from: string, to: string, problem: RegExp])[] = [
    ["# Changelog", "# Changes", /begins with/],
    ["## Unreleased", "## Next", /first section/],
    ["## 2026-11-23", "## 1.0.0", /no day/],
    ["### Editors", "### Writers", /headings: Writers, Operators/],
    ["- A field is new.", "- a field is new", /^- a field/],
    ["- A field is new.", "* A field is new.", /^\* A/],
    ["- A field is new.", `- A ${"long ".repeat(50)}line.`, /long long/],
    ["- A setting is new.", "- A field is new.", /^twice/],
    [
      "- A setting is new.\n",
      "- A setting is new.\n\n## 2026-11-24\n\n### Editors\n\n- X.\n",
      /newest/,
    ],
    ["### Callers\n\n- `bare/theater` goes in a year.", "", /^Unreleased: nothing in it/],
  ];
  for (const [from, to, problem] of changed) {
    assert.match(problemsOf(GOOD.replace(from, to)).join("\n"), new RegExp(problem, "m"), to);
  }
});
