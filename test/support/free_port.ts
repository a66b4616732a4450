/**
 * A port of loopback that is free for a program that takes no 0, and the `following` ones after it too.
 * Systems give ports from 32,768 on to whoever asks for any, so that tests beside this one do not come
 * to these.
 */
export function freePort(following = 0): number {
  while (true) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    try {
      for (let one = port; one <= port + following; one++) {
        Deno.listen({ hostname: "127.0.0.1", port: one }).close();
      }
      return port;
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    }
  }
}
