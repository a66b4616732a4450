import { StartError } from "../../platform/start_error.ts";

/**
 * Refuses variables of the runtime under which a server would not keep what it promises.
 *
 * @throws {StartError} naming the variable and what to do
 */
export function refuseVariables(variable: (name: string) => string | undefined): void {
  // Deno itself would believe the forwarding headers of any client.
  if (variable("DENO_TRUST_PROXY_HEADERS") !== undefined) {
    throw new StartError(
      "Cannot start with DENO_TRUST_PROXY_HEADERS: it lets any client forge its address. " +
        "Unset it, and name your proxies in TRUSTED_PROXIES",
    );
  }
  if (tracing(variable)) {
    throw new StartError(
      "Cannot start with the runtime's traces on: they hold whole addresses, and the keys in them. " +
        "Set OTEL_DENO_TRACING=false, which leaves figures and logs on",
    );
  }
}

/** What Deno does by `OTEL_DENO`, unless `OTEL_DENO_TRACING` says otherwise. */
function tracing(variable: (name: string) => string | undefined): boolean {
  const isOn = (name: string) => ["1", "true"].includes(variable(name)?.toLowerCase() ?? "");
  return variable("OTEL_DENO_TRACING") === undefined
    ? isOn("OTEL_DENO")
    : isOn("OTEL_DENO_TRACING");
}
