/** A JSON schema (draft 2020-12), as data: nothing validates by it while the service runs. */
export type JsonSchema = Readonly<Record<string, unknown>>;
