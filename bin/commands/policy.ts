import type { Command } from "commander";

import { addPolicyChanges } from "./policy-changes.ts";
import { addPolicyReads } from "./policy-reads.ts";
import { addPolicyTrials } from "./policy-trials.ts";

/**
 * Adds `gatehouse policy …`. Without `--url` it works on the database of this installation with the rights of the user who may read
 * its data folder. So policies that lock everyone out can be corrected.
 */
export function addPolicyCommand(program: Command): void {
  const policy = program.command("policy").description("Manage policies, which decide who can do what");
  addPolicyReads(policy);
  addPolicyTrials(policy);
  addPolicyChanges(policy);
}
