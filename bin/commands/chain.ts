import type { Command } from "commander";

import { addChainChanges } from "./chain-changes.ts";
import { addChainCheck } from "./chain-check.ts";
import { addChainReads } from "./chain-reads.ts";
import { addChainTry } from "./chain-try.ts";

/**
 * Adds `gatehouse chain …`. Without `--url` it works on the database of this installation with the rights of the user who may read
 * its data folder. So chains that lock everyone out can be corrected.
 */
export function addChainCommand(program: Command): void {
  const chain = program.command("chain").description("Manage authentication chains: the steps of a sign-in");
  addChainCheck(chain);
  addChainTry(chain);
  addChainReads(chain);
  addChainChanges(chain);
}
