import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { TestService } from "./service.ts";

/** Writes plug-ins into the plug-in folder of a test, by their names. */
export function writePlugins({ context }: Pick<TestService, "context">, texts: Readonly<Record<string, string>>): void {
  const { pluginFolder } = context.settings;
  mkdirSync(pluginFolder, { recursive: true });
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(pluginFolder, name), text);
}
