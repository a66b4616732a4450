const LINE_END = 10;

/** Returns the whole lines of what came so far; the beginning of the next one is kept for the next call. */
export function createLineSplitter(): (bytes: Uint8Array) => Uint8Array {
  let rest = new Uint8Array();
  return (bytes) => {
    const all = new Uint8Array(rest.length + bytes.length);
    all.set(rest);
    all.set(bytes, rest.length);
    const end = all.lastIndexOf(LINE_END) + 1;
    rest = all.slice(end);
    return all.subarray(0, end);
  };
}
