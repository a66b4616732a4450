/** Why a platform could not be asked; `/status` shows these words. */
export type UpstreamFault =
  | "timeout"
  | "network"
  | "status"
  | "rate_limited"
  | "redirect"
  | "too_large"
  | "content_type"
  | "malformed"
  | "graphql"
  | "too_many_pages"
  | "repeated_page"
  | "budget"
  | "quota_exceeded"
  | "store"
  | "internal";

/** A platform could not be asked, or did not answer as agreed. The message holds no address. */
export class UpstreamError extends Error {
  override name = "UpstreamError";
  /** `retryAt`: epoch ms before which the platform does not want to be asked again. */
  constructor(
    readonly fault: UpstreamFault,
    message: string,
    readonly retryAt?: number,
  ) {
    super(message);
  }
}
