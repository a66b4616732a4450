import type { Random } from "../platform/random.ts";
import { folderOf, isOnDisk, pepperFileOf, statOf } from "./store_files.ts";
import { StartError } from "../platform/start_error.ts";

/** As `KEY_PEPPER`: a file that was cut off must not make digests that anybody could make. */
const MIN_LENGTH = 16;

/** The options that decide where the pepper comes from. */
interface PepperNeeds {
  /** `KEY_PEPPER`. */
  readonly given: string | undefined;
  /** The KV file beside which a pepper may be kept; undefined where the store is no file. */
  readonly kvFile: string | undefined;
  /** Whether anybody but this machine is served. */
  readonly isPublic: boolean;
}

/** The pepper, and the file it is kept in, if it is. */
interface OpenPepper {
  readonly pepper: Uint8Array;
  readonly file: string | undefined;
  /** Whether the file was made just now, by this process. */
  readonly isNew: boolean;
}

/**
 * The secret that keyed digests are made with: `KEY_PEPPER`, or a random one made once and kept
 * beside the KV file, readable by its owner only.
 *
 * @throws {StartError} where one has to be given and is not
 */
export async function openPepper(needs: PepperNeeds, random: Random): Promise<OpenPepper> {
  if (needs.given !== undefined) {
    return { pepper: new TextEncoder().encode(needs.given), file: undefined, isNew: false };
  }
  if (needs.kvFile === undefined || needs.isPublic) {
    throw new StartError(
      "Cannot start without KEY_PEPPER: it is needed where the store is not a file of this machine " +
        "or another host than loopback is served. Set it to a long random text and keep it: " +
        "without it no key that was issued is known any more",
    );
  }
  // A store in memory ends with its process, and its digests with it.
  if (!isOnDisk(needs.kvFile)) {
    return { pepper: random.bytes(32), file: undefined, isNew: false };
  }
  const path = pepperFileOf(needs.kvFile);
  const isNew = statOf(path) === undefined && await make(path, random);
  const text = await Deno.readTextFile(path);
  if (text.length < MIN_LENGTH) {
    throw new StartError(
      `Cannot use the pepper in ${path}: expected at least ${MIN_LENGTH} characters, got ` +
        `${text.length}. Put back the file that the store was made with`,
    );
  }
  return { pepper: new TextEncoder().encode(text), file: path, isNew };
}

/** Makes the file, whole or not at all; false if another process was first, whose pepper is taken. */
async function make(path: string, random: Random): Promise<boolean> {
  const draft = await Deno.makeTempFile({ dir: folderOf(path), prefix: ".oshibase-" });
  try {
    await Deno.writeTextFile(draft, random.bytes(32).toHex(), { mode: 0o600 });
    await Deno.link(draft, path);
    return true;
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    return false;
  } finally {
    await Deno.remove(draft);
  }
}
