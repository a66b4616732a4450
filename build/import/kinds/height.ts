import type { RecordReader } from "../record/record.ts";

/** A height as a file has it; answers, which an export is made of, give a number of centimetres as text. */
export function readHeight(record: RecordReader, isOwn: boolean): unknown {
  const text = record.text("height");
  const isAsWritten = isOwn && !/^\d+(?:\.\d+)? cm$/.test(text ?? "");
  return (isAsWritten ? text : centimetres(text)) || undefined;
}

/** `165cm`, `165,5 cm`, `1.65 m` and `165` are numbers of centimetres; other text stays. */
export function centimetres(height: unknown): unknown {
  const text = String(height).normalize("NFKC").trim();
  const [, whole, unit] = /^(\d+(?:[.,]\d+)?)\s*(cm|センチ|sentimeter|m|meter)?\.?$/i.exec(text) ??
    [];
  if (whole === undefined) return height;
  const number = Number(whole.replace(",", "."));
  return /^m/i.test(unit ?? "") ? Math.round(number * 1000) / 10 : number;
}
