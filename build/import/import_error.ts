/** An import cannot be done; the message says why, and nothing was written. */
export class ImportError extends Error {
  override name = "ImportError";
}
