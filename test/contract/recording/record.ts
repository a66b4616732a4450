import { createChapters } from "./chapters.ts";
import { play } from "./play.ts";
import { type Exchange, writeTranscript, type Written } from "./transcript.ts";

/** Where the recording lies, from the repository's root. */
export const FILES: Readonly<Record<keyof Written, string>> = {
  requests: "test/fixtures/recording.txt",
  bodies: "test/fixtures/recording_bodies.jsonl",
};

/** Asks everything and writes down what was answered, in place of what stands there. */
async function record(): Promise<void> {
  const transcript = new Map<string, Exchange[]>();
  for (const chapter of createChapters()) transcript.set(chapter.name, await play(chapter));
  const { requests, bodies } = writeTranscript(transcript);
  await Deno.writeTextFile(FILES.requests, requests);
  await Deno.writeTextFile(FILES.bodies, bodies);
}

if (import.meta.main) await record();
