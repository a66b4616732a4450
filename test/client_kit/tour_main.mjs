// Prints what the tour saw, in a runtime with a command line.
import { tour } from "./tour.mjs";

console.log(JSON.stringify(await tour(...(globalThis.Deno?.args ?? process.argv.slice(2)))));
