/** The program cannot start; the message gives the reason and the remedy. */
export class StartError extends Error {
  override name = "StartError";
}
