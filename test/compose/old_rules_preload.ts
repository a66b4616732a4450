/** Makes the runtime's time zone rules those of 2023d, as far as releases are told apart by. */
const [head = "", ...lines] = Deno.readTextFileSync("test/fixtures/tzdata_offsets.txt")
  .trim().split("\n").filter((line) => !line.startsWith("//"));
const column = head.split(" ").indexOf("2023d");
const offsets = new Map(lines.map((line) => {
  const fields = line.split(" ");
  const at = Temporal.Instant.from(fields[1]!);
  return [`${fields[0]} ${at.epochMilliseconds}`, fields[column]!];
}));

const { prototype } = Temporal.ZonedDateTime;
const { get } = Object.getOwnPropertyDescriptor(prototype, "offset")!;
Object.defineProperty(prototype, "offset", {
  get(this: Temporal.ZonedDateTime) {
    return offsets.get(`${this.timeZoneId} ${this.epochMilliseconds}`) ?? get!.call(this);
  },
});

export {};
