/** A way to a server that takes its time. */
export interface SlowProxy extends AsyncDisposable {
  readonly url: string;
}

/** Passes on all bytes to and from `target`, each way after half of `latencyMs` ± 20 %. */
export function startSlowProxy(target: string, latencyMs: number): SlowProxy {
  const { hostname, port } = new URL(target);
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<Deno.Conn>();
  const ways: Promise<void>[] = [];

  async function accept(): Promise<void> {
    for await (const near of listener) {
      const far = await Deno.connect({ hostname, port: Number(port) });
      open.add(near).add(far);
      ways.push(passOn(near, far, latencyMs / 2), passOn(far, near, latencyMs / 2));
    }
  }

  const accepting = accept();
  return {
    url: `http://127.0.0.1:${(listener.addr as Deno.NetAddr).port}`,
    async [Symbol.asyncDispose]() {
      listener.close();
      await accepting;
      for (const connection of open) close(connection);
      await Promise.all(ways);
    },
  };
}

/** Passes bytes on in their order, each part after a time of its own, until one side ends. */
async function passOn(from: Deno.Conn, to: Deno.Conn, meanMs: number): Promise<void> {
  const buffer = new Uint8Array(65_536);
  let last = Promise.resolve();
  try {
    for (let read = 0; (read = await from.read(buffer) ?? 0) > 0;) {
      const part = buffer.slice(0, read);
      const before = last;
      last = pause(meanMs).then(() => before).then(() => writeAll(to, part));
      last.catch(() => {});
    }
    await last;
  } catch {
    // One side hung up.
  }
  close(from);
  close(to);
}

function pause(meanMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, meanMs * (0.8 + 0.4 * Math.random())));
}

async function writeAll(to: Deno.Conn, part: Uint8Array): Promise<void> {
  for (let done = 0; done < part.length;) done += await to.write(part.subarray(done));
}

function close(connection: Deno.Conn): void {
  try {
    connection.close();
  } catch {
    // It is closed already.
  }
}
