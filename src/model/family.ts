/** The response convention of a group: bare arrays, or the wrapper object (SPEC 2.7). */
export type FamilyName = "bare" | "wrapped";
