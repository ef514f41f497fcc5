import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** A plug-in that is broken, and the words by which its calls fail. */
interface Broken {
  readonly code: string;
  readonly words: RegExp;
}

/** Plug-ins that are broken, whatever they are called for, by their names. */
export const broken: Readonly<Record<string, Broken>> = {
  "hanging.mjs": { code: "() => { for (;;); }", words: /it took longer than \d+ ms/ },
  "throwing.mjs": { code: "() => { throw new Error('own words'); }", words: /it failed/ },
  "nonsense.mjs": { code: "() => ({ nonsense: true })", words: /what it returns does not fit \(/ },
  "objects.mjs": {
    code: "() => { const all = []; for (;;) all.push(new Array(1e7).fill(0)); }",
    words: /it took more memory than it may/,
  },
  "buffers.mjs": {
    code: "() => { const all = []; for (;;) all.push(Buffer.alloc(1e7, 1)); }",
    words: /it took more memory than it may/,
  },
  "aborting.mjs": { code: "() => process.abort()", words: /or crashed/ },
};

/** Writes all of them to a folder for plug-ins. */
export function writeBroken(folder: string): void {
  for (const [name, { code }] of Object.entries(broken))
    writeFileSync(join(folder, name), `export const run = ${code};`);
}
