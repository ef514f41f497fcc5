import { promisify } from "node:util";
import { zstdCompress, zstdDecompress } from "node:zlib";

import { answerMaxBytes } from "#domain/node-limits.ts";

import { refused } from "./read-answer.ts";

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Name of the packing in the headers of HTTP. */
export const packing = "zstd";

/** Packs the text of an answer. */
export function pack(text: string): Promise<Buffer> {
  return compress(Buffer.from(text));
}

/**
 * Unpacks an answer; one that would grow beyond what an answer may be is refused before it has.
 * @throws NODE_ANSWER_REFUSED
 */
export async function unpack(bytes: Buffer): Promise<Buffer> {
  try {
    return await decompress(bytes, { maxOutputLength: answerMaxBytes });
  } catch (error) {
    throw refused((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE" ? "tooLarge" : "cut");
  }
}
