import { createChapters } from "./chapters.ts";
import { play } from "./play.ts";
import { RECORDING, recordingHead } from "./recording.ts";
import { formatChapter } from "./transcript.ts";

/** Asks everything and writes down what was answered, in place of what stands there. */
async function record(): Promise<void> {
  let text = recordingHead();
  for (const chapter of createChapters()) {
    text += `\n${formatChapter(chapter.name, await play(chapter))}`;
  }
  await Deno.writeTextFile(RECORDING, text);
}

if (import.meta.main) await record();
