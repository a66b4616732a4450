import { stripTypeScriptTypes } from "node:module";
import client from "./core/client.ts" with { type: "text" };
import connection from "./core/connection.ts" with { type: "text" };
import followStream from "./core/follow_stream.ts" with { type: "text" };
import oshibaseError from "./core/oshibase_error.ts" with { type: "text" };
import verifyWebhook from "./core/verify_webhook.ts" with { type: "text" };

/** The modules of the client; each comes after those whose classes it uses. */
const MODULES = [oshibaseError, connection, followStream, client, verifyWebhook];

/**
 * The file that holds them in JavaScript. The build reads it, since not every Deno that builds can strip
 * types (2.5 cannot); `deno task api` writes it.
 */
export const JAVASCRIPT = "build/client_kit/core/javascript.txt";

/** The modules of the client as one, in JavaScript. */
export function strippedModules(): string {
  return MODULES.map(withoutTypes).join("\n");
}

function withoutTypes(module: string): string {
  return ownLines(stripTypeScriptTypes(module, { mode: "transform" }))
    .replace(/\/\*\*(?:\n \*.*)*? @module\n \*\/\s*/, "")
    .replace(/^import .*\n/gm, "")
    .replace(/^export /gm, "");
}

/** Puts comments on lines of their own, but those of what is gone. */
function ownLines(text: string): string {
  return text.replace(/\/\*\*[^\n]*\*\/ (?=\/\*\*)/g, "")
    .replace(/^( *)(.*\*\/) (?=\S)/gm, "$1$2\n$1")
    .replace(/^ (?=(?:export|async|function|const|class))/gm, "");
}
