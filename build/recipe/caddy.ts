import { trustRemark, upstream } from "./deployment.ts";
import type { Recipe } from "./recipe.ts";
import { phrase } from "../words/say.ts";

/** A proxy that ends https by itself. */
export const caddy: Recipe = {
  description:
    phrase`puts Caddy in front, which gets its certificate by itself: /etc/caddy/Caddyfile`,
  render: ({ host, settings }) =>
    `# Save this as /etc/caddy/Caddyfile. Caddy 2.11 does not bound how many connections an address has:
# where strangers call, do that in the firewall, or take the recipe "nginx".
${trustRemark(settings)}${caddyfile(host, [upstream(settings)])}`,
};

/**
 * The proxy's configuration, for any number of servers. A head has 10 s and 16 KiB, a body 5 s and 8 KiB,
 * of which the server takes 4. Without a write timeout, since streams last; what is written by a server
 * is passed on at once. A request that a server did not answer is sent to the other one, unless it writes:
 * POST and PUT of the data paths are reads.
 */
export function caddyfile(host: string, servers: readonly string[]): string {
  return `{
	servers {
		max_header_size 16KiB
		timeouts {
			read_header 10s
			read_body 5s
			idle 30s
		}
	}
}

${host} {
	request_body {
		max_size 8KiB
	}
	reverse_proxy ${servers.join(" ")} {
		flush_interval -1
		lb_policy round_robin
		lb_try_duration 3s
		lb_try_interval 100ms
		lb_retry_match {
			method GET HEAD
		}
		lb_retry_match {
			method POST PUT
			path_regexp ^/(api/[^/]+|v1/(birthdays|search|changes|events|dataset)|mcp$)
			not path /api/admin/*
		}
		fail_duration 2s
		health_uri /readyz
		health_interval 250ms
		health_timeout 2s
		transport http {
			dial_timeout 2s
			keepalive 30s
		}
	}
}
`;
}
