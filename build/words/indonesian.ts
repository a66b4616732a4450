import { CHECKING } from "./indonesian/checking.ts";
import { COMPARING } from "./indonesian/comparing.ts";
import { IMPORTING } from "./indonesian/importing.ts";
import { LINTING } from "./indonesian/linting.ts";
import { MAKING } from "./indonesian/making.ts";
import { PREVIEWING } from "./indonesian/previewing.ts";
import { PICTURING } from "./indonesian/picturing.ts";
import { OF_FILES } from "./indonesian/reading.ts";
import { SCHEMAS } from "./indonesian/schemas.ts";
import { TASKS } from "./indonesian/tasks.ts";

/** The parts of the table, each of which names what no other one does. */
export const PARTS = [
  CHECKING,
  COMPARING,
  IMPORTING,
  LINTING,
  MAKING,
  OF_FILES,
  PICTURING,
  PREVIEWING,
  SCHEMAS,
  TASKS,
] as const;

/** What is said in Indonesian, by what the code says in English; `{0}` is a template's first value. */
export const INDONESIAN: Readonly<Record<string, string>> = Object.assign({}, ...PARTS);
