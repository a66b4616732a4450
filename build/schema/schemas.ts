import type { z } from "zod";
import {
  eventFile,
  setlistFile,
  setlistsFile,
  showFile,
  videocallFile,
} from "../../src/model/content/occasions.ts";
import { groupFile } from "../../src/model/content/group.ts";
import { memberFile } from "../../src/model/content/member.ts";
import { newsFile, releaseFile } from "../../src/model/content/publications.ts";
import { plansFile, siteFile } from "../../src/model/content/site.ts";

/** The schema of a kind of content file, and what such a file is called. */
export interface FileSchema {
  readonly title: string;
  readonly schema: z.ZodType;
}

/** The schemas by the name of their file in `content/schema`. */
export const SCHEMAS = {
  site: { title: "site.yaml: what holds for the whole service", schema: siteFile },
  plans: { title: "plans.yaml: what each package of keys allows", schema: plansFile },
  group: { title: "group.yaml: what holds for one group", schema: groupFile },
  setlists: { title: "setlists.yaml: the programmes that shows perform", schema: setlistsFile },
  setlist: { title: "A setlist: a programme that shows perform", schema: setlistFile },
  member: { title: "A member", schema: memberFile },
  show: { title: "A theater show", schema: showFile },
  news: { title: "The lines above a news article", schema: newsFile },
  event: { title: "An event", schema: eventFile },
  release: { title: "A record", schema: releaseFile },
  videocall: { title: "A day of video calls", schema: videocallFile },
} satisfies Record<string, FileSchema>;

export type SchemaName = keyof typeof SCHEMAS;
