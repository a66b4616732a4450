import { playChapter } from "./play.ts";
import { type Exchange, readTranscript, writeTranscript } from "./transcript.ts";

/** Where the recording lies, from the repository's root. */
export const RECORDING = "test/fixtures/recording.txt";

/** Asks everything again and writes down what was answered, in place of what stands there. */
async function record(): Promise<void> {
  const answered = new Map<string, Exchange[]>();
  for (const [name, exchanges] of readTranscript(await Deno.readTextFile(RECORDING))) {
    answered.set(name, await playChapter(name, exchanges.map(({ line }) => line)));
  }
  await Deno.writeTextFile(RECORDING, writeTranscript(answered));
}

if (import.meta.main) await record();
