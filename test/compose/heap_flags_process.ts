/** Makes objects of which some live for a while, prints the most that the young heap took, in MiB, and rests. */
import { getHeapSpaceStatistics } from "node:v8";

let kept: object[] = [];
let most = 0;
for (let made = 0; made < 12_000_000; made++) {
  kept.push({ made });
  if (kept.length < 100_000) continue;
  kept = [];
  most = Math.max(most, sizeOfYoungHeap());
}
console.log(most / 2 ** 20);
for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve, 20));

function sizeOfYoungHeap(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")!.space_size;
}
