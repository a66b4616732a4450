import { trustRemark, upstream } from "./deployment.ts";
import type { Recipe } from "./recipe.ts";
import { phrase } from "../words/say.ts";

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
