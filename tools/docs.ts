import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { generatedDocuments } from "./generated-documents.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

for (const { path, text } of generatedDocuments()) {
  writeFileSync(join(root, path), text);
  console.log(`wrote ${path}`);
}
