/** A picture of a group that can be used. */
export interface Picture {
  /** Its name in the folder of pictures. */
  readonly name: string;
  readonly path: string;
  /** Its path in addresses, which names its bytes. */
  readonly address: string;
  /** How many bytes are served. */
  readonly length: number;
  /** In pixels, as it is seen. */
  readonly width: number;
  readonly height: number;
}

/** The pictures of a group by their names; undefined: one that cannot be used, which is reported. */
export type GroupPictures = ReadonlyMap<string, Picture | undefined>;

/** What is found in the bytes of a picture. */
export interface ReadPicture {
  /** The ending of its name. */
  readonly type: "jpg" | "png" | "webp";
  /** In pixels, as it is seen: the sides of a picture on its side are the other way round. */
  readonly width: number;
  readonly height: number;
  /** Whether it says where it was taken. */
  readonly hasPosition: boolean;
  /** Whether it has several frames. */
  readonly isMoving: boolean;
  /** The bytes without metadata: pixels, colours and orientation stay, and nothing else does. */
  readonly bare: Uint8Array<ArrayBuffer>;
}

/** The bytes are no whole picture of their kind. */
export class BrokenPictureError extends Error {
  override name = "BrokenPictureError";

  /** Whether they end too early; else something in them is wrong. */
  constructor(readonly isCutOff: boolean) {
    super(isCutOff ? "cut-off" : "damaged");
  }
}

/** The most that a picture may have. */
export const MAX_PICTURE_BYTES = 2 * 1024 * 1024;
export const MAX_PICTURE_SIDE = 4096;

/** The most that the pictures of a group may have together. */
export const MAX_GROUP_BYTES = 64 * 1024 * 1024;
