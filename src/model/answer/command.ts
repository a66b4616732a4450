import { z } from "zod";

/** A command's output, as its `--help` describes it. */
export const commandItem = z.unknown().describe("What a command says, as its --help tells.");
