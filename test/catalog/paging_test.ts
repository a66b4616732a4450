import assert from "node:assert/strict";
import fc from "fast-check";
import { cutPage, pageLinks } from "../../src/catalog/phases.ts";
import { propertyRun } from "../support/size.ts";

const anyList = fc.nat(60).map((length) => Array.from({ length }, (_, index) => index));
const anySize = fc.integer({ min: 1, max: 20 });

Deno.test("pages put together are the list, each full but the last", () => {
  fc.assert(
    fc.property(anyList, anySize, (rows, perpage) => {
      const { counts } = cutPage(rows, { page: 1, perpage });
      const pages = Array.from(
        { length: counts.total_pages },
        (_, index) => cutPage(rows, { page: index + 1, perpage }).rows,
      );
      assert.deepEqual(pages.flat(), rows);
      for (const page of pages.slice(0, -1)) assert.equal(page.length, perpage);
      assert.ok(pages.every((page) => page.length > 0));
      assert.deepEqual(cutPage(rows, { page: pages.length + 1, perpage }).rows, []);
    }),
    propertyRun(300),
  );
});

Deno.test("links lead to pages that are there, and name first and last always", () => {
  const anyPage = fc.oneof(fc.integer({ min: 1, max: 70 }), fc.constant(Number.MAX_SAFE_INTEGER));
  fc.assert(
    fc.property(anyList, anySize, anyPage, (rows, perpage, page) => {
      const { counts } = cutPage(rows, { page, perpage });
      const header = pageLinks("/list", { member: "a&b", from: undefined }, counts);
      const links = Object.fromEntries(
        [...header.matchAll(/<\/list\?member=a%26b&page=(\d+)&perpage=(\d+)>; rel="(\w+)"/g)]
          .map(([, number, size, rel]) => [rel, [Number(number), Number(size)]]),
      );
      const last = Math.max(1, counts.total_pages);
      assert.deepEqual(links["first"], [1, perpage]);
      assert.deepEqual(links["last"], [last, perpage]);
      assert.deepEqual(links["next"], page < last ? [page + 1, perpage] : undefined);
      assert.deepEqual(links["prev"], page > 1 ? [Math.min(page - 1, last), perpage] : undefined);
    }),
    propertyRun(300),
  );
});
