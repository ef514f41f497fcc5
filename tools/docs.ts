import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { generatedDocuments } from "./generated-documents.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

for (const { path, text } of await generatedDocuments()) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  console.log(`wrote ${path}`);
}
