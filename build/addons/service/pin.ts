/** The engine that a repository of content runs. */
export interface Pin {
  /** What git fetches from. */
  readonly address: string;
  /** 40 digits. */
  readonly commit: string;
}

/** The name of a commit in full. */
export const COMMIT = /^[0-9a-f]{40}$/;

/** The one line of `engine.ts` that says which engine it runs; a formatter may have parted it. */
const LINE = /^const ENGINE =\s+"([^"\s#]+)#([0-9a-f]{40})";$/m;

/** The engine that an `engine.ts` names; undefined if its line was taken apart. */
export function readPin(text: string): Pin | undefined {
  const [, address, commit] = LINE.exec(text) ?? [];
  return address === undefined || commit === undefined ? undefined : { address, commit };
}

/** The same file at another engine. */
export function withPin(text: string, { address, commit }: Pin): string {
  return text.replace(LINE, () => `const ENGINE = "${address}#${commit}";`);
}
