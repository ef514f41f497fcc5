import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

import { buildPages, buildPagesIfChanged } from "./web/build-pages.ts";

// Builds the pages of the web UI into web/dist and prints their weights; with --if-changed only if their sources have changed since
// the last build.

const root = dirname(dirname(fileURLToPath(import.meta.url)));
if (process.argv.includes("--if-changed")) await buildPagesIfChanged(root);
else await buildPages(root, console.log);
