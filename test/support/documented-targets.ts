import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { projectRoot } from "./source-files.ts";

/** The documents, by their paths. */
export const pages: readonly string[] = [
  "README.md",
  ...readdirSync(join(projectRoot, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];
const bodies = [
  /\/v2\/targetSystems" -H "\$AUTH" -H 'Content-Type: application\/json' -d @- <<'END'\n([\s\S]*?)\nEND/g,
  /\/v2\/targetSystems" -H "\$AUTH" -H 'Content-Type: application\/json' \\\n {2}-d "(.*)"\n/g,
];

/** A target system that a document adds, with the text of its body. */
export interface DocumentedTarget {
  readonly page: string;
  readonly id: string;
  readonly body: string;
}

/** The target systems that documents add, in their own words. */
export const documentedTargets: readonly DocumentedTarget[] = pages.flatMap((page): DocumentedTarget[] => {
  const text = readFileSync(join(projectRoot, page), "utf8");
  const found = bodies.flatMap((form) => [...text.matchAll(form)].map(([, body = ""]) => body.replaceAll('\\"', '"')));
  return found.map((body) => ({ page, id: (JSON.parse(body) as { id: string }).id, body }));
});
