import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const packed = /\.(?:css|html|js|json|svg)$/;
const gzipLevel = 9;
const brotliQuality = 11;

/** Writes a gzip and a brotli version beside each text file of a folder, so that nothing is compressed while serving. */
export function packFiles(folder: string): void {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const { parentPath, name } of entries.filter((entry) => entry.isFile() && packed.test(entry.name))) {
    const path = join(parentPath, name);
    const plain = readFileSync(path);
    const ways = {
      gz: gzipSync(plain, { level: gzipLevel }),
      br: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
    };
    // A short text grows when it is compressed.
    for (const [ending, bytes] of Object.entries(ways))
      if (bytes.length < plain.length) writeFileSync(`${path}.${ending}`, bytes);
  }
}
