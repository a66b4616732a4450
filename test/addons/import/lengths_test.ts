import assert from "node:assert/strict";
import { importTree } from "./import_tree.ts";

const SHOW = { id: "1", title: "Pagi", date: "2025-05-31", time: "19:00" };

/** The line of a dump's show that says how long it takes, and how many values were lost. */
function imported(
  fields: Readonly<Record<string, unknown>>,
  files: Readonly<Record<string, string>> = {},
): [line: string | undefined, lost: number] {
  using tree = importTree(files);
  const { lost } = tree.take("theater", [{ ...SHOW, ...fields }]);
  const text = tree.text(`groupa/shows/${tree.names("groupa/shows")[0]}`);
  const again = tree.take("theater", [{ ...SHOW, ...fields }]);
  assert.deepEqual(again.written, [], "a second run changes no file");
  return [/^duration: .*$/m.exec(text)?.[0], lost];
}

Deno.test("an import reads how long something takes, from a length or from its end", () => {
  for (
    const [fields, line] of [
      [{ duration: "2h 30m" }, "duration: 2h 30m"],
      [{ durasi: "2 jam" }, "duration: 2h"],
      [{ duration: 150 }, "duration: 150m"],
      [{ duration_minutes: "90" }, "duration: 90m"],
      [{ duration: "PT2H" }, "duration: 2h"],
      [
        { start_at: "2025-05-31T19:00:00+07:00", end_at: "2025-05-31T21:30:00+07:00" },
        "duration: 150m",
      ],
      [
        { start_at: "2025-05-31T12:00:00Z", ends_at: "2025-05-31T21:30:00+07:00" },
        "duration: 150m",
      ],
    ] as const
  ) assert.deepEqual(imported(fields), [line, 0], JSON.stringify(fields));
});

Deno.test("a length that says nothing, or an end before the beginning, is lost and told as lost", () => {
  const start_at = "2025-05-31T19:00:00+07:00";
  for (
    const fields of [
      { duration: 2 },
      { duration: "long" },
      { start_at, end_at: "2025-05-31T18:00:00+07:00" },
      { start_at, end_at: "2025-06-02T18:00:00+07:00" },
    ]
  ) assert.deepEqual(imported(fields), [undefined, 1], JSON.stringify(fields));
});

Deno.test("a length that the group's file says already is not written, and a file's own spelling stays", () => {
  const group = "name: Group A\nfamily: bare\nshow_duration: 2h\n";
  assert.deepEqual(imported({ duration: 120 }, { "groupa/group.yaml": group }), [undefined, 0]);
  assert.deepEqual(imported({ duration: 90 }, { "groupa/group.yaml": group }), [
    "duration: 90m",
    0,
  ]);
  const own = 'id: 1\ntitle: Pagi\ndate: 2025-05-31\ntime: "19:00"\nduration: "1:30"\n';
  assert.deepEqual(imported({ duration: 90 }, { "groupa/shows/2025-05-31-pagi.yaml": own }), [
    'duration: "1:30"',
    0,
  ]);
});
