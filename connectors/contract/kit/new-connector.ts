import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { idPattern } from "../connector.ts";
import type { WriteLine } from "./tap.ts";
import { connectorTemplate } from "./template.ts";

/** Name and folder of a new connector. */
export interface NewConnector {
  /** Id of the connector, and the beginning of its file names. */
  readonly name: string;
  /** Folder of the files; created if absent. */
  readonly folder: string;
}

/**
 * Writes a connector with its target and its test, which pass the kit unchanged, and prints the next steps. Returns the exit code:
 * 0 if written; 2 if the name is not a valid id or a file exists already, and then nothing is written.
 */
export function writeNewConnector({ name, folder }: NewConnector, write: WriteLine): number {
  if (!idPattern.test(name)) {
    write(`The name must begin with a letter and be 1 to 60 lower-case letters, digits and hyphens, got "${name}".`);
    return 2;
  }
  const files = Object.entries(connectorTemplate(name)).map(([file, text]) => ({ path: join(folder, file), text }));
  const present = files.find(({ path }) => existsSync(path));
  if (present !== undefined) {
    write(`${present.path} is there already and stays as it is; choose another name or --folder.`);
    return 2;
  }
  mkdirSync(folder, { recursive: true });
  for (const { path, text } of files) {
    // Never overwrite a file that appeared in between.
    writeFileSync(path, text, { flag: "wx" });
    write(`wrote ${path}`);
  }
  const [connector, target, test] = files.map(({ path }) => path);
  write("");
  write("Next steps:");
  write(
    `  npx gatehouse connector test ${relative(connector)} ${relative(target)}   # every rule of the contract by its name`,
  );
  write(`  node --test ${relative(test)}   # the same as tests`);
  write(`  replace the JSON file in ${relative(connector)} by your target, one operation at a time`);
  write(`  CONNECTORS=${relative(connector)} npx gatehouse proxy   # an enrolled proxy loads it`);
  return 0;
}

function relative(path = ""): string {
  return path.startsWith("/") ? path : `./${path}`;
}
