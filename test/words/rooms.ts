/** The rooms and files whose texts for people are all in the table. */
export const SPOKEN_ROOMS = [
  ...["build/article", "build/build_content.ts", "build/check", "build/compile.ts"],
  ...["build/derive", "build/dev", "build/diagnose.ts", "build/diagnostic", "build/files"],
  ...["build/diff", "build/doctor", "build/export/main.ts", "build/new"],
  ...["build/forms/form_call.ts", "build/forms/forms_page.ts", "build/forms/main.ts"],
  ...["build/import", "build/picture", "build/completion"],
  ...["build/preview", "build/service/make_service.ts", "build/service/upgrade.ts"],
  ...["build/fix", "build/lint", "build/main.ts", "build/read", "build/report", "build/task"],
  "build/watch.ts",
];

/** Files of these rooms whose texts are words of other services' data. */
export const WORD_LISTS = ["build/import/record/field_names.ts"];

/** Texts that are no sentences: data, YAML, and words that editors write in Indonesian themselves. */
export const UNSAID = [
  /^(?:nicknames )?\{\}(?: \{\}|: ?\{\}|:\{\}){0,3}$|^(?:nicknames|name) \{\}$/,
  /^(?:sudah lulus|mini album|jabat tangan|bahasa indonesia)$/,
  /^\w+: (?:\S+|Aya Putri|Jendela Pagi|Sesi 1|\{\})$/,
  /^# What (?:visitors|each package)/,
  /^::\{\} file=/,
  /^\s*(?:\{\}[:;,.()→\s]{0,4})+$|^guest \{\}$/,
  /^\{ title: \{\}, url|^\{ url: \{\} \}$|^_No response_$|^setlist \{\}$|^\S+ [^]* [月火水木金土日]$/,
  /^(?:Of course|(?:Dikirim|Terkirim) dari|Sent (?:from|via))$/,
  /^<!doctype html>|^text\/\w+; charset=utf-8$/,
  /^senin selasa |^profile profil |^any t(?:ype|ime)$|^no time$|^left out$/,
  /^cd \{\}$|^deno task (?:start|new member \{\} "…")$|^git add --all && git commit/,
  /^ {2}\{\}: \{\} \{\} -> \{\}$|^#\{\} \{\}$/,
  /^ {2}--dates=\{\} {2}\{\}$|^column \{\}$|^their id \{\}$|^\{\} merge=union\n$|^Names of \{\}$/,
  /^JPEG XL$|^Git LFS$|^version https:\/\/git-lfs$/,
  /^Nama (?:Anggota|Tamu)$|^ {2}#songs:/,
];
