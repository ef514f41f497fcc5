import { expect, test } from "vitest";

import { workshops } from "../support/architecture-table.ts";
import { roomOf, type SourceFile } from "../support/architecture.ts";
import { parseModule, type SyntaxNode, walk } from "../support/imports.ts";
import { readSourceFiles } from "../support/source-files.ts";

const durable = "platform/files/durable-file.ts";

/** Modules that write files by calls of their own, with the reason why the durable file is not used. */
const ownWriters: Readonly<Record<string, string>> = {
  "activities/hub/workflow-code-cache.ts": "bears a digest; what does not fit it is made again",
  "activities/password-sender/spool.ts": "renames what is synced under either name, and is tested with cut power",
  "bin/new-file.ts": "is written in pieces, synced with its folder, and tested with cut power",
  "bin/prove/database.ts": "belongs to an installation that is thrown away",
  "bin/prove/directory.ts": "belongs to an installation that is thrown away",
  "bin/prove/end-at-point.ts": "belongs to an installation that is thrown away",
  "bin/prove/points.ts": "belongs to an installation that is thrown away",
  "connectors/contract/kit/new-connector.ts": "makes the beginning of a source text for its author",
  "platform/audit-sinks/file-sink.ts": "adds lines, synced with its folder, and tested with cut power",
  "platform/breached-passwords/breached-list.ts": "opens a file to read it alone",
  "platform/breached-passwords/build-breached-list.ts": "places its list durably, and is tested with cut power",
  "platform/breached-passwords/sorted-prefixes.ts": "writes parts that only the build itself reads",
  [durable]: "is the durable file",
  "platform/logs/log-file.ts": "may lose its last lines",
  "platform/logs/log-output.ts": "writes lines to what is open already",
  "platform/processes/held-lock.ts": "names a process, which no power cut outlives",
  "platform/processes/kernel-lock.ts": "makes the empty file of a lock",
  "platform/temporal/temporal-binary.ts": "is a download that is checked and repeated",
  "plugins/kit/new-plugin.ts": "makes the beginning of a source text for its author",
  "store/backup.ts": "lets SQLite write the part, places it durably, and is tested with cut power",
  "store/sqlite/log-sync.ts": "is the log of the database, tested with cut power",
  "store/sqlite/rewrite-pages.ts": "is the file of the database, tested with cut power",
};

const writing = new Set([
  "writeFile",
  "writeFileSync",
  "appendFile",
  "appendFileSync",
  "createWriteStream",
  "copyFile",
  "copyFileSync",
  "cp",
  "cpSync",
  "rename",
  "renameSync",
  "link",
  "linkSync",
  "symlink",
  "symlinkSync",
  "truncate",
  "truncateSync",
  "write",
  "writeSync",
  "writev",
  "writevSync",
  "open",
  "default",
  "promises",
]);

/** Returns true for a module of the product that imports a function of Node that writes files, also under another name or as a whole. */
function writesFiles({ path, text }: SourceFile): boolean {
  let writes = false;
  walk(parseModule(path, text).program, (node) => {
    if (node.type !== "ImportDeclaration" || node["importKind"] === "type") return;
    const { value } = node["source"] as { readonly value: string };
    if (!/^(?:node:)?fs(?:\/promises)?$/.test(value)) return;
    writes ||= (node["specifiers"] as readonly SyntaxNode[]).some(
      (one) => one.type !== "ImportSpecifier" || writing.has((one["imported"] as { readonly name: string }).name),
    );
  });
  return writes;
}

const product = readSourceFiles().filter(
  ({ path }) =>
    /\.[mt]sx?$/.test(path) && !path.endsWith(".test.ts") && path.includes("/") && !workshops.includes(roomOf(path)),
);

test("files are written durably, or by a module that says why it need not", () => {
  const found = product.filter((file) => writesFiles(file)).map(({ path }) => path);
  expect(found.toSorted()).toEqual(Object.keys(ownWriters).toSorted());
});

test.each([
  ['import { writeFileSync } from "node:fs";', true],
  ['import { rename as move } from "node:fs/promises";', true],
  ['import * as files from "fs";', true],
  ['import files from "node:fs/promises";', true],
  ['import { readFileSync, openSync } from "node:fs";', false],
  ['import type { FileHandle } from "node:fs/promises";', false],
])("a planted writer is found: %s", (text, expected) => {
  expect(writesFiles({ path: "platform/x.ts", text })).toBe(expected);
});
