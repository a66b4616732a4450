import { type Recipe, trustRemark, upstream } from "./recipe.ts";
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

/** A proxy with bounds on all that strangers can keep open. */
export const nginx: Recipe = {
  description:
    phrase`puts nginx in front, with bounds on connections: /etc/nginx/conf.d/oshibase.conf`,
  render: ({ host, settings }) =>
    `# Save this as /etc/nginx/conf.d/oshibase.conf. For a second server add its line to upstream.
# All connections together are bounded by worker_connections of nginx.conf.
${trustRemark(settings)}limit_conn_zone $binary_remote_addr zone=oshibase:10m;

upstream oshibase {
  server ${upstream(settings)} max_fails=0; # never given up: one that is away refuses at once
  keepalive 64;
}

server {
  listen 80;
  server_name ${host};
  return 301 https://$host$request_uri;
}

server {
  listen 443 ssl;
  server_name ${host};
  ssl_certificate /etc/ssl/${host}.pem;
  ssl_certificate_key /etc/ssl/${host}.key;

  client_header_timeout 10s; # a whole head
  client_header_buffer_size 4k;
  large_client_header_buffers 4 16k; # a line of it; longer ones are answered 400, targets 414
  client_body_timeout 5s; # between two pieces of a body, which nginx collects before it passes it on
  client_max_body_size 8k; # 4 KiB are taken; 413
  keepalive_timeout 30s;
  send_timeout 30s;
  limit_conn oshibase 100; # connections of one address, streams too
  limit_conn_status 429;

  proxy_http_version 1.1;
  proxy_set_header Connection "";
  proxy_set_header Host $http_host;
  proxy_set_header X-Forwarded-For $remote_addr;
  proxy_set_header X-Forwarded-Proto $scheme;
  proxy_set_header X-Request-Id $request_id;
  proxy_buffering off; # event streams come through as they are written
  proxy_connect_timeout 2s;
  proxy_read_timeout 60s; # a stream sends a comment every 15 s
  # If a server ends, the other one is asked.
  proxy_next_upstream error timeout; # a request that writes is never sent twice
  proxy_next_upstream_tries 2;

  location / {
    proxy_pass http://oshibase;
  }

  # POST and PUT are reads here: they are sent again too.
  location ~ ^/(api/(?!admin/)|v1/(?!key|webhooks)|mcp$) {
    proxy_next_upstream error timeout non_idempotent;
    proxy_pass http://oshibase;
  }
}
`,
};
