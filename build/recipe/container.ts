import { endSeconds, openSettings, secretNames } from "./deployment.ts";
import { pathWithin, type Recipe, type RecipeContext } from "./recipe.ts";
import { TaskError } from "../task/task_error.ts";
import { phrase, say } from "../words/say.ts";

/** An image of the service, content included. */
export const container: Recipe = {
  description: phrase`builds an image with the content in it: Dockerfile`,
  render(context) {
    const { deno, settings } = context;
    const secrets = secretNames(context, "KEY_PEPPER").join(", ");
    return `# Save this as Dockerfile, and ".git", ".data" and "build/out" as three lines of .dockerignore.
#   docker build -t oshibase .
#   docker run -d --init --name oshibase -p 127.0.0.1:8000:8000 -v oshibase:/data \\
#     --env-file secrets --stop-timeout ${endSeconds(settings)} --ulimit nofile=65536 \\
#     --cap-drop ALL --security-opt no-new-privileges oshibase
# Lines NAME=value of the file secrets: ${secrets}. KEY_PEPPER is needed: openssl rand -hex 32
#   docker exec oshibase deno task admin key issue --owner … --email … --plan standard
FROM denoland/deno:${deno} AS build
WORKDIR /app
COPY deno.json deno.lock ./
COPY build build
COPY src src
COPY ${contentFolder(context)} content
RUN deno install --frozen && deno task --quiet build

FROM denoland/deno:${deno}
WORKDIR /app
COPY --from=build /app/deno.json /app/deno.lock ./
COPY --from=build /app/src src
COPY --from=build /app/build/out build/out
RUN install -d -o deno -g deno -m 700 /data
USER deno
# What is loaded only when it is first needed: nothing is fetched while it runs.
RUN deno install --frozen --entrypoint src/main.ts src/cli/main.ts
${environment(context)}
EXPOSE 8000
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \\
  CMD ["deno", "eval", "Deno.exit((await fetch('http://127.0.0.1:8000/healthz')).ok ? 0 : 1)"]
CMD ["deno", "task", "--quiet", "serve"]
`;
  },
};

/** The port and the folders are those of the image; a store with an address stays where it is. */
function environment(context: RecipeContext): string {
  const { KV_PATH } = context.settings;
  const own = {
    HOST: "0.0.0.0",
    PORT: "8000",
    CONTENT_DIR: "content",
    OUT_DIR: "build/out",
    KV_PATH: /^https?:/.test(KV_PATH ?? "") ? KV_PATH! : "/data/oshibase.kv",
  };
  const pairs = openSettings(context, own).map(([name, value]) =>
    `${name}=${JSON.stringify(value)}`
  );
  return `ENV ${pairs.join(" \\\n  ")}`;
}

function contentFolder({ settings: { CONTENT_DIR }, folder }: RecipeContext): string {
  const path = pathWithin(folder, CONTENT_DIR);
  if (path) return path;
  throw new TaskError(
    say`Cannot use CONTENT_DIR in an image: it is no folder within ${folder}, from which the image is built; put the content there`,
  );
}
