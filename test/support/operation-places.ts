import type { SourceFile } from "./architecture.ts";
import { productImports } from "./product-imports.ts";

/** Rooms of operations that are no capability: what all of them are made of, the reads of all sets, the sample, and the tables on top. */
const whole: readonly string[] = ["abilities", "kernel", "proofs", "read", "sample", "secret-ways", "tables"];

const isOfWhole = (path: string) => whole.some((room) => path.startsWith(`operations/${room}/`));

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
    if (defines || isOfWhole(path)) return [];
    return [`${path} defines no operation: it belongs into engine/.`];
  });
  const upwards = productImports(ofCapabilities).filter(({ from, to }) => isOfEngine(from) && isOperation(to.name));
  return [...misplaced, ...upwards.map(({ from, to }) => `${from} may not import ${to.name}, an operation.`)];
}

const isOfEngine = (path: string) => /^operations\/[^/]+\/engine\//.test(path);

const isOperation = (path: string) =>
  /^operations\/[^/]+\/[^/]+$/.test(path) && !isOfWhole(path) && path.endsWith(".ts");
