import { completion } from "./addons/completion/tool.ts";
import { dataset } from "./addons/dataset/tool.ts";
import { diff } from "./addons/diff/tool.ts";
import { doctor } from "./addons/doctor/tool.ts";
import { forms } from "./addons/forms/tool.ts";
import { importing } from "./addons/import/tool.ts";
import { making } from "./addons/new/tool.ts";
import { pages } from "./addons/pages/tool.ts";
import { rename } from "./addons/rename/tool.ts";
import { service } from "./addons/service/tool.ts";
import type { BuildTool } from "./tool.ts";

/** All tools, in the order of `--help`. A line goes with its folder. */
export const TOOLS: readonly BuildTool[] = [
  making,
  rename,
  importing,
  dataset,
  diff,
  doctor,
  completion,
  forms,
  service,
  pages,
];
