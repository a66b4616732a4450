import type { PublicFile } from "../../../src/model/site_pack.ts";
import caddyfile from "./recipes/Caddyfile" with { type: "text" };
import comment from "./recipes/comment.yml" with { type: "text" };
import compose from "./recipes/compose.yaml" with { type: "text" };
import content from "./recipes/content.yml" with { type: "text" };
import dockerfile from "./recipes/Dockerfile" with { type: "text" };
import nginx from "./recipes/nginx.conf" with { type: "text" };
import snapshotService from "./recipes/snapshot.service" with { type: "text" };
import snapshotTimer from "./recipes/snapshot.timer" with { type: "text" };
import systemd from "./recipes/systemd.service" with { type: "text" };

const RECIPES: Readonly<Record<string, string>> = {
  "systemd.service": systemd,
  "snapshot.service": snapshotService,
  "snapshot.timer": snapshotTimer,
  Dockerfile: dockerfile,
  "compose.yaml": compose,
  "nginx.conf": nginx,
  Caddyfile: caddyfile,
  "content.yml": content,
  "comment.yml": comment,
};

/** Files to copy, with which the service is run or its content checked elsewhere. */
export function recipeFiles(): PublicFile[] {
  return Object.entries(RECIPES).map(([name, body]) => ({
    path: `/docs/recipes/${name}`,
    contentType: "text/plain; charset=utf-8",
    body,
  }));
}
