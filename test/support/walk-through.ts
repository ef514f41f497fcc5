import { readFileSync } from "node:fs";
import { join } from "node:path";

import { projectRoot } from "./source-files.ts";

/** The commands of the numbered steps below a heading of a document, in their order; the numbers must be 1, 2, 3 and so on. */
export function stepsOf(document: string, heading: string): string[] {
  const text = readFileSync(join(projectRoot, document), "utf8");
  const walk = text.split(`\n## ${heading}\n`)[1]?.split(/\n## /)[0] ?? "";
  return walk
    .split(/\n### (?=\d+\. )/)
    .slice(1)
    .map((step, index) => {
      if (Number.parseInt(step, 10) !== index + 1)
        throw new Error(`step ${index + 1} of ${document} is "${step.slice(0, 20)}"`);
      return [...step.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, code]) => code).join("");
    });
}
