import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { KitTarget } from "#connectors/contract/index.ts";

/** Starts a target for the sqlite connector: a file in a folder of its own, with rules for passwords and a lockout. */
export async function start(): Promise<KitTarget> {
  const folder = mkdtempSync(join(tmpdir(), "sqlite-target-"));
  return {
    address: { file: join(folder, "directory.sqlite"), passwordLengthMin: 8, passwordHistory: 2, failuresMax: 5 },
    credentials: [],
    samples: { moreThanSchema: true, weakPassword: "abc12", failuresMax: 5, authenticates: false },
    stop: () => rmSync(folder, { recursive: true }),
  };
}
