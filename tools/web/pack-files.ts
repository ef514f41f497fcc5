import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const packed = /\.(?:css|html|js|json|svg)$/;
const gzipLevel = 9;
const brotliQuality = 11;

/** Writes beside each text of a folder what it is as gzip and as brotli, so that nothing is packed while it is served. */
export function packFiles(folder: string): void {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const { parentPath, name } of entries.filter((entry) => entry.isFile() && packed.test(entry.name))) {
    const path = join(parentPath, name);
    const plain = readFileSync(path);
    const ways = {
      gz: gzipSync(plain, { level: gzipLevel }),
      br: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
    };
    // What is short is longer when it is packed.
    for (const [ending, bytes] of Object.entries(ways))
      if (bytes.length < plain.length) writeFileSync(`${path}.${ending}`, bytes);
  }
}
