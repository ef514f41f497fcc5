import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

import { findTemporal, TemporalMissingError } from "#platform/temporal/temporal-binary.ts";

import { buildProgram } from "./program/build-program.ts";
import { buildPagesIfChanged } from "./web/build-pages.ts";

// Makes what a start needs beside the sources, where it is not current: the pages, the built program and, with --temporal, the Temporal
// server.

const root = dirname(dirname(fileURLToPath(import.meta.url)));
await buildPagesIfChanged(root);
try {
  await buildProgram(root);
} catch (error) {
  console.error(`The service runs from its sources and starts more slowly: ${String(error)}`);
}
try {
  if (process.argv.includes("--temporal")) await findTemporal({ report: (words) => console.log(words) });
} catch (error) {
  if (!(error instanceof TemporalMissingError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
