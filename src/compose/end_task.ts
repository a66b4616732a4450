/** Ends a task of which `permissions.ts` has said why it cannot run. */
Deno.exit(1);
