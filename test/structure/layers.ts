/**
 * The project's own lint rule: which room may import which. A room that is not named on the right
 * side of its line is out of bounds; imports of types count too, since they tie rooms together.
 */
export const ROOMS: Record<string, readonly string[]> = {
  "src/toolbox": [],
  "src/time": ["src/toolbox", "npm:temporal-polyfill"],
  "src/platform": ["src/toolbox"],
  "src/model": ["src/time", "npm:zod"],
  "src/changes": ["src/toolbox"],
  "src/change_feed": [
    "src/shared_state",
    "src/changes",
    "src/model",
    "src/http",
    "src/platform",
    "src/toolbox",
  ],
  "src/http": ["src/time", "src/platform", "src/toolbox"],
  "src/shared_state": ["src/http", "src/platform", "src/toolbox"],
  "src/telemetry": ["src/platform", "src/toolbox"],
  "src/address": ["src/http", "src/platform", "src/toolbox"],
  "src/page": [],
  "src/group_pages": [
    ...["src/page", "src/birthday", "src/model", "src/time", "src/toolbox"],
  ],
  "src/site": ["src/model", "src/http"],
  "src/search": ["src/model"],
  "src/birthday": ["src/model", "src/time", "src/toolbox"],
  "src/catalog": ["src/birthday", "src/site", "src/model", "src/http", "src/time"],
  "src/dataset": ["src/catalog", "src/model", "src/http", "src/toolbox"],
  "src/content_events": [
    ...["src/change_feed", "src/changes", "src/catalog", "src/birthday", "src/events"],
    ...["src/shared_state", "src/model", "src/time", "src/platform", "src/toolbox"],
  ],
  "src/quota": ["src/model", "src/time", "src/platform", "src/toolbox"],
  "src/access": [
    ...["src/quota", "src/address", "src/shared_state"],
    ...["src/model", "src/http", "src/time", "src/platform", "src/toolbox"],
  ],
  "src/delivery": ["src/platform", "src/toolbox"],
  "src/events": ["src/shared_state", "src/http", "src/platform", "src/toolbox"],
  "src/webhooks/records": ["src/events", "src/shared_state", "src/platform", "src/toolbox"],
  "src/webhooks/words": ["src/events", "src/model"],
  "src/webhooks/send": [
    ...["src/webhooks/records", "src/webhooks/words", "src/delivery", "src/events"],
    ...["src/shared_state", "src/access", "src/platform", "src/toolbox"],
  ],
  "src/webhooks": [
    ...["src/webhooks/send", "src/webhooks/records", "src/webhooks/words"],
    ...["src/events", "src/access", "src/address", "src/http", "src/platform", "src/toolbox"],
  ],
  "src/audit": [
    ...["src/shared_state", "src/store", "src/delivery"],
    ...["src/model", "src/http", "src/time", "src/platform", "src/toolbox"],
  ],
  "src/mail": ["src/platform", "src/toolbox", "npm:nodemailer"],
  "src/alerts": ["src/shared_state", "src/delivery", "src/mail", "src/platform", "src/toolbox"],
  "src/notices": [
    ...["src/access", "src/quota", "src/mail", "src/shared_state"],
    ...["src/model", "src/platform", "src/toolbox"],
  ],
  "src/live/records": ["src/events", "src/model"],
  "src/live/platforms": [
    "src/live/records",
    "src/model",
    "src/time",
    "src/platform",
    "src/toolbox",
    "npm:zod",
  ],
  "src/live/store": [
    ...["src/live/platforms", "src/live/records", "src/events", "src/shared_state"],
    ...["src/model", "src/platform", "src/toolbox"],
  ],
  "src/live/poll": [
    ...["src/live/store", "src/live/platforms", "src/live/records"],
    ...["src/model", "src/platform", "src/toolbox"],
  ],
  "src/live/view": [
    ...["src/live/store", "src/live/platforms", "src/live/records", "src/events"],
    ...["src/model", "src/platform", "src/toolbox"],
  ],
  "src/live/chat": [
    ...["src/live/view", "src/live/platforms", "src/live/records", "src/events", "src/address"],
    ...["src/model", "src/platform", "src/toolbox"],
  ],
  "src/live": [
    ...["src/live/chat", "src/live/view", "src/live/poll", "src/live/store", "src/live/platforms"],
    ...["src/live/records", "src/events", "src/model", "src/platform", "src/toolbox"],
  ],
  "src/routes": [
    ...["src/events", "src/webhooks"],
    ...["src/catalog", "src/birthday", "src/access", "src/audit", "src/live", "src/address"],
    ...["src/change_feed", "src/changes", "src/events", "src/page", "src/site"],
    ...["src/group_pages", "src/search", "src/telemetry", "src/dataset"],
    ...["src/model", "src/http", "src/time", "src/platform", "src/toolbox"],
  ],
  "src/mcp": [
    ...["src/routes", "src/search", "src/catalog", "src/change_feed", "src/changes"],
    ...["src/access", "src/address", "src/group_pages", "src/model", "src/http", "src/time"],
    ...["src/platform", "src/toolbox"],
  ],
  "src/profile": [
    ...["src/routes", "src/catalog", "src/model", "src/http", "src/time", "src/toolbox", "npm:zod"],
  ],
  "src/postgres": ["src/platform", "src/toolbox", "npm:postgres"],
  "src/store": [
    ...["src/postgres", "src/access", "src/shared_state", "src/model", "src/platform"],
    "src/toolbox",
  ],
  "src/admin/command": [
    ...["src/store", "src/access", "src/mail", "src/model", "src/platform", "src/toolbox"],
  ],
  "src/admin/trail": [
    ...["src/admin/command", "src/audit", "src/store", "src/platform", "src/toolbox"],
  ],
  "src/admin/commands": [
    "src/webhooks/records",
    ...[
      "src/admin/command",
      "src/store",
      "src/access",
      "src/quota",
    ],
    ...[
      "src/address",
      "src/audit",
      "src/mail",
      "src/model",
      "src/time",
      "src/platform",
      "src/toolbox",
    ],
  ],
  "src/admin/http": [
    ...["src/admin/trail", "src/admin/command", "src/catalog", "src/routes", "src/access"],
    ...["src/http", "src/platform", "src/toolbox"],
  ],
  "src/panel": [
    ...[
      "src/search",
      "src/admin",
      "src/store",
      "src/routes",
      "src/change_feed",
      "src/changes",
      "src/access",
    ],
    ...[
      "src/audit",
      "src/webhooks",
      "src/telemetry",
      "src/live",
      "src/address",
      "src/page",
      "src/group_pages",
      "src/site",
      "src/model",
      "src/http",
      "src/time",
    ],
    ...["src/platform", "src/toolbox"],
  ],
  "src/signup": [
    ...[
      "src/admin",
      "src/notices",
      "src/audit",
      "src/store",
      "src/access",
      "src/shared_state",
      "src/quota",
      "src/address",
    ],
    ...["src/mail", "src/page", "src/site", "src/model", "src/http", "src/platform", "src/toolbox"],
  ],
  "src/compose/serve": [
    ...["src/store", "src/routes", "src/model", "src/http", "src/platform", "src/toolbox"],
  ],
  "src/processes": ["src/compose/serve", "src/store", "src/platform", "src/toolbox"],
  "src/compose": [
    "src/compose/serve",
    ...["src/change_feed", "src/changes", "src/content_events", "src/events", "src/site"],
    ...["src/admin", "src/panel", "src/mcp", "src/store", "src/profile", "src/routes"],
    "src/catalog",
    ...["src/access", "src/quota", "src/address", "src/audit", "src/live", "src/mail"],
    ...["src/telemetry", "src/alerts", "src/notices", "src/signup"],
    ...["src/events", "src/webhooks"],
    ...["src/model", "src/http", "src/time", "src/platform", "src/toolbox"],
  ],
  "src/cli": [
    ...["src/compose", "src/admin", "src/store", "src/access", "src/quota", "src/mail"],
    ...["src/model", "src/http", "src/time", "src/platform", "src/toolbox"],
  ],
  "src/main.ts": [
    ...["src/processes", "src/compose", "src/store", "src/live"],
    ...["src/http", "src/platform", "src/toolbox"],
  ],
  "build/schema": ["src/model", "src/time", "npm:zod"],
  "build/site": [
    ...["build/schema", "src/routes", "src/access", "src/page", "src/model", "src/http", "npm:*"],
  ],
  "build/export": [
    ...["build", "src/catalog", "src/dataset", "src/site", "src/model", "src/http"],
    ...["src/platform", "npm:*"],
  ],
  "build/preview/view": [
    ...[
      "build",
      "src/page",
      "src/group_pages",
      "src/site",
      "src/access",
      "src/routes",
      "src/birthday",
      "src/http",
    ],
    ...["src/model", "src/time", "src/platform", "src/toolbox"],
  ],
  "build/dev": ["build", "build/preview/view", "src/compose", "src/model", "src/platform"],
  "build/client_kit": ["build/site", "src/routes", "src/model", "src/http"],
  "build": [
    ...[
      "build/schema",
      "build/site",
      "build/client_kit",
      "build/preview",
      "src/changes",
      "src/model",
      "src/time",
      "src/platform",
      "src/toolbox",
    ],
    "npm:*",
  ],
};

/** Whether the module `from` (a path below the project) may import `to` (a path, or `npm:name`). */
export function mayImport(from: string, to: string): boolean {
  const room = roomOf(from);
  const target = to.startsWith("npm:") ? to : roomOf(to);
  if (room === undefined || target === room || to.startsWith("node:")) return true;
  const allowed = ROOMS[room]!;
  if (target?.startsWith("npm:")) return allowed.includes(target) || allowed.includes("npm:*");
  return target !== undefined && allowed.some((one) => isWithin(target, one));
}

/** The innermost room: a room within a room has a line of its own. */
function roomOf(path: string): string | undefined {
  return Object.keys(ROOMS).filter((room) => isWithin(path, room))
    .reduce<string | undefined>(
      (a, b) => a !== undefined && a.length > b.length ? a : b,
      undefined,
    );
}

/** Whether a path is a room, or lies in it: who may import a room may import the rooms within. */
function isWithin(path: string, room: string): boolean {
  return path === room || path.startsWith(`${room}/`);
}

const plugin: Deno.lint.Plugin = {
  name: "oshibase",
  rules: {
    layers: {
      create(context) {
        const from = belowProject(context.filename);
        const check = (node: Deno.lint.StringLiteral) => {
          const to = resolve(from, node.value);
          if (mayImport(from, to)) return;
          context.report({
            node,
            message: `${from} must not import ${to}: see the table of rooms`,
          });
        };
        return {
          ImportDeclaration: (node) => check(node.source),
          ExportAllDeclaration: (node) => check(node.source),
          ExportNamedDeclaration: (node) => node.source && check(node.source),
          ImportExpression: (node) => {
            if (node.source.type === "Literal" && typeof node.source.value === "string") {
              check(node.source as Deno.lint.StringLiteral);
            }
          },
        };
      },
    },
  },
};

export default plugin;

function belowProject(path: string): string {
  return /(?:^|\/)((?:src|build|test)\/.*)$/.exec(path)?.[1] ?? path;
}

function resolve(from: string, specifier: string): string {
  if (!specifier.startsWith(".")) {
    return specifier.startsWith("node:") ? specifier : `npm:${specifier}`;
  }
  const folder = from.slice(0, from.lastIndexOf("/"));
  return new URL(specifier, `file:///${folder}/`).pathname.slice(1);
}
