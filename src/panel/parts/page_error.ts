import type { HeaderList } from "../../http/fixed_headers.ts";

/** What a page of a refusal says. */
export interface PageErrorDetails {
  readonly title: string;
  readonly text: string;
  readonly headers?: HeaderList;
}

/** Thrown where a page cannot be shown, or a form not be taken; it becomes a page of its own. */
export class PageError extends Error {
  override name = "PageError";
  constructor(readonly status: number, readonly details: PageErrorDetails) {
    super(details.title);
  }
}
