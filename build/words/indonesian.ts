/** What is said in Indonesian, by what the code says in English; `{0}` is a template's first value. */
export const INDONESIAN: Readonly<Record<string, string>> = {};
