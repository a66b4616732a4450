import assert from "node:assert/strict";
import { importTree } from "./import_tree.ts";

const SHOW = { id: "S-1", title: "Peluit", date: "2026-08-01", time: "19:00" };

Deno.test("tickets and a stream are taken, a second import changes nothing, and the rest is lost", () => {
  using tree = importTree();
  const tickets = [
    {
      type: "VIP",
      price: 250000,
      sale_from: "2026-07-10T10:00:00+07:00",
      url: "https://t.example/",
    },
    { name: "Umum", sale_from: "besok", seats: 12 },
  ];
  const stream = { url: "https://www.idn.app/groupa", price: "Rp50.000" };
  const { lost, table } = tree.take("theater", [{ ...SHOW, tickets, stream }]);
  const [file] = tree.names("groupa/shows");
  const text = tree.text(`groupa/shows/${file}`);
  assert.match(text, /^tickets:\n {2}- type: VIP\n {4}price: "250000"\n {4}sale_from: /m);
  assert.match(text, /\n {2}- type: Umum\nstream:\n {2}url: https:\/\/www\.idn\.app\/groupa\n/);
  assert.equal(lost, 2, "the beginning of a sale in words, and the seats");
  assert.match(table, /^ {2}tickets\.sale_from +\(none\) +0 +1 +#1 "besok"$/m);
  assert.match(table, /^ {2}tickets\.seats +\(none\) +0 +1 +#1 12$/m);
  tree.take("theater", [{ ...SHOW, tickets, stream }]);
  assert.equal(tree.text(`groupa/shows/${file}`), text);
});

Deno.test("the group's own spelling of the same sale stays", () => {
  const path = "groupa/events/2026-08-01-konser.yaml";
  const text = "id: E-1\ntitle: Konser\ndate: 2026-08-01\ntickets:\n" +
    "  - { type: VIP, price: 250000, sale_from: 2026-07-10 10:00 }\n";
  using tree = importTree({ [path]: text });
  const ticket = { type: "VIP", price: "250000", sale_from: "2026-07-10T03:00:00Z" };
  tree.take("events", [{ id: "E-1", title: "Konser", date: "2026-08-01", tickets: [ticket] }]);
  assert.equal(tree.text(path), text);
});
