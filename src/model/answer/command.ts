import { z } from "zod";

/** What a command says, as its `--help` tells. */
export const commandItem = z.unknown().describe("What a command says, as its --help tells.");
