import { type ErrorCode, ERRORS } from "./error_table.ts";

/** What a refusal says beyond its table entry. Never anything the caller sent: it may be a secret. */
export interface RefusalDetails {
  readonly message?: string;
  /** Further fields of the body, after `status`, `message` and before `type`. */
  readonly before?: Readonly<Record<string, string>>;
  /** Further fields of the body, after `type`. */
  readonly after?: Readonly<Record<string, string>>;
  readonly headers?: readonly [string, string][];
}

/** Thrown where a request is refused; the router turns it into the answer. */
export class Refusal extends Error {
  override name = "Refusal";
  readonly status: number;

  constructor(readonly code: ErrorCode, readonly details: RefusalDetails = {}) {
    super(details.message ?? ERRORS[code].message);
    this.status = ERRORS[code].status;
  }

  /** The error body of SPEC 7: `status` false, `message`, then what the kind of error adds. */
  body(): Record<string, unknown> {
    const { type } = ERRORS[this.code];
    return {
      status: false,
      message: this.message,
      ...this.details.before,
      ...(type === undefined ? {} : { type }),
      ...this.details.after,
    };
  }
}

/** The refusal of one parameter: the hint names it and what it takes. */
export function invalidParameter(name: string, takes: string): Refusal {
  return new Refusal("INVALID_PARAMETER", { after: { hint: `${name} takes ${takes}` } });
}
