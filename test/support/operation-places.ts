import type { SourceFile } from "./architecture.ts";
import { engineOffers } from "./engine-offers.ts";
import { productImports } from "./product-imports.ts";

/** Rooms of operations that are no capability: the shared parts, the phases of approvers, the reads of all sets, the sample, and the tables on top. */
const whole: readonly string[] = [
  "abilities",
  "approvals",
  "kernel",
  "proofs",
  "read",
  "sample",
  "secret-ways",
  "tables",
];

const isOfWhole = (path: string) => whole.some((room) => path.startsWith(`operations/${room}/`));

/**
 * Returns one sentence for each file of `operations/` in the wrong place. Each file must lie in a room; the folder of a capability has its
 * operations, and its `engine/` their parts, which import no operation.
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
  const loose = files.filter(({ path }) => /^operations\/[^/]+$/.test(path));
  return [
    ...loose.map(({ path }) => `${path} lies in no room of operations.`),
    ...misplaced,
    ...upwards.map(({ from, to }) => `${from} may not import ${to.name}, an operation.`),
  ];
}

/** Returns one sentence for each import of a file within an engine that its capability does not offer to others. */
export function importsOfInsides(
  files: readonly SourceFile[],
  offers: Readonly<Record<string, readonly string[]>> = engineOffers,
): string[] {
  return engineImports(files).flatMap(({ from, line, capability, name }) =>
    offers[capability]?.includes(name)
      ? []
      : [`${from}:${line}: operations/${capability}/engine/${name}.ts is the inside of ${capability}.`],
  );
}

/** Returns one sentence for each offered file of a capability that no other room imports. */
export function unusedOffers(
  files: readonly SourceFile[],
  offers: Readonly<Record<string, readonly string[]>> = engineOffers,
): string[] {
  const taken = new Set(engineImports(files).map(({ capability, name }) => `${capability}/${name}`));
  return Object.entries(offers).flatMap(([capability, names]) =>
    names
      .filter((name) => !taken.has(`${capability}/${name}`))
      .map((name) => `${capability} offers ${name} and nobody takes it: take it from the table.`),
  );
}

/**
 * Returns the imports of files within engines from outside of their capabilities, except those of `tables/`, which combines capabilities.
 */
function engineImports(files: readonly SourceFile[]) {
  return productImports(files).flatMap(({ from, line, to }) => {
    const [, capability = "", name = ""] = /^operations\/([^/]+)\/engine\/(.+)\.ts$/.exec(to.name) ?? [];
    const isInside = [capability, "tables"].some((room) => from.startsWith(`operations/${room}/`));
    return capability === "" || isInside ? [] : [{ from, line, capability, name }];
  });
}

const isOfEngine = (path: string) => /^operations\/[^/]+\/engine\//.test(path);

const isOperation = (path: string) =>
  /^operations\/[^/]+\/[^/]+$/.test(path) && !isOfWhole(path) && path.endsWith(".ts");
