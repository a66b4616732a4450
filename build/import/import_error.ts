/** An import cannot be done; the message gives the reason, and nothing was written. */
export class ImportError extends Error {
  override name = "ImportError";
}
