/** The least that could start: it answers 200 with nothing. */
import { listen } from "./listen.ts";

listen(() => new Response());
