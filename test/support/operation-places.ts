import { posix } from "node:path";

import type { SourceFile } from "./architecture.ts";
import { productImports } from "./product-imports.ts";

/** Rooms of operations that are one thing as a whole: the reads of all sets, and the sample. */
const whole: ReadonlySet<string> = new Set(["operations/read", "operations/sample"]);

/**
 * One sentence for each file of `operations/` that lies in the wrong place: a capability's folder holds its operations, and its
 * `engine/` what they are made of, which knows no operation.
 */
export function misplacedOperations(files: readonly SourceFile[]): string[] {
  const ofCapabilities = files.filter(
    ({ path }) => /^operations\/.+\//.test(path) && !/\.(test|fixture)\.ts$/.test(path),
  );
  const misplaced = ofCapabilities.flatMap(({ path, text }) => {
    const defines = /= defineOperation[<(]/.test(text);
    if (isOfEngine(path)) return defines ? [`${path} defines an operation: it belongs beside engine/.`] : [];
    if (defines || whole.has(posix.dirname(path))) return [];
    return [`${path} defines no operation: it belongs into engine/.`];
  });
  const upwards = productImports(ofCapabilities).filter(({ from, to }) => isOfEngine(from) && isOperation(to.name));
  return [...misplaced, ...upwards.map(({ from, to }) => `${from} may not import ${to.name}, an operation.`)];
}

const isOfEngine = (path: string) => /^operations\/[^/]+\/engine\//.test(path);

const isOperation = (path: string) =>
  /^operations\/[^/]+\/[^/]+$/.test(path) && !whole.has(posix.dirname(path)) && path.endsWith(".ts");
