/** Characters written at a time. */
const WRITTEN_AT_ONCE = 65_536;

/**
 * Prints pieces one after the other, however many: the next are made when the ones before are written.
 * A reader that has had enough, as `head`, ends it.
 */
export async function printPieces(
  pieces: Iterable<string> | AsyncIterable<string>,
  to: WritableStream<Uint8Array>,
): Promise<void> {
  const writer = to.getWriter();
  const encoder = new TextEncoder();
  let waiting = "";
  try {
    for await (const piece of pieces) {
      waiting += piece;
      if (waiting.length < WRITTEN_AT_ONCE) continue;
      await writer.write(encoder.encode(waiting));
      waiting = "";
    }
    await writer.write(encoder.encode(waiting));
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  } finally {
    writer.releaseLock();
  }
}
