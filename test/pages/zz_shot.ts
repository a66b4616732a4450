import { chromium } from "playwright-core";
const [, ...rest] = [0, ...Deno.args];
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
for (const arg of rest) {
  const [name, url] = arg.split("=", 2) as [string, string];
  const u = arg.slice(name.length + 1);
  for (const width of [360, 1280]) {
    for (const scheme of ["light", "dark"] as const) {
      if (
        Deno.env.get("ONLY") && !Deno.env.get("ONLY")!.split(",").includes(`${width}-${scheme}`)
      ) continue;
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: scheme });
      await page.goto(u, { waitUntil: "networkidle" }).catch((e) => console.log(String(e)));
      await page.screenshot({
        path: `/tmp/shots_look/${name}-${width}-${scheme}.png`,
        fullPage: !Deno.env.get("TOP"),
      });
      await page.close();
    }
  }
}
await browser.close();
