/** The rooms and files whose texts for people are all in the table. */
export const SPOKEN_ROOMS = [
  ...["build/article", "build/build_content.ts", "build/check", "build/compile.ts"],
  ...["build/derive", "build/dev", "build/diagnose.ts", "build/diagnostic", "build/files"],
  ...["build/diff", "build/doctor", "build/new"],
  ...["build/forms/form_call.ts", "build/forms/forms_page.ts", "build/forms/main.ts"],
  "build/forms/serve_forms.ts",
  ...["build/import/read_call.ts", "build/import/read_input.ts"],
  ...["build/fix", "build/lint", "build/main.ts", "build/read", "build/report", "build/task"],
  ...["build/watch.ts", "build/words/choose_language.ts", "build/write_build.ts"],
];

/** Rooms that say some texts through the table, and others in English alone. */
export const PARTLY_SPOKEN_ROOMS = ["build/preview"];

/** Texts that are no sentences: data, YAML, and words that editors write in Indonesian themselves. */
export const UNSAID = [
  /^(?:nicknames )?\{\}(?: \{\}|: ?\{\}|:\{\}){0,3}$|^(?:nicknames|name) \{\}$/,
  /^(?:sudah lulus|mini album|jabat tangan|bahasa indonesia)$/,
  /^\w+: (?:\S+|Aya Putri|Jendela Pagi|Sesi 1|\{\})$/,
  /^# What (?:visitors|each package)/,
  /^::\{\} file=/,
  /^\s*(?:\{\}[:;,.()→\s]{0,4})+$|^guest \{\}$/,
  /^\{ title: \{\}, url|^_No response_$|^setlist \{\}$|^\S+ [^]* [月火水木金土日]$/,
  /^<!doctype html>/,
  /^Nama (?:Anggota|Tamu)$|^ {2}#songs:/,
];
