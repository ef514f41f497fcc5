import type { Command } from "commander";

import { addPolicyChanges } from "./policy-changes.ts";
import { addPolicyReads } from "./policy-reads.ts";
import { addPolicyTrials } from "./policy-trials.ts";

/**
 * Adds `gatehouse policy …`. Without `--url` it works on the database of this installation with the right of whoever may read its data
 * folder, so that policies that lock everybody out can be put right.
 */
export function addPolicyCommand(program: Command): void {
  const policy = program
    .command("policy")
    .description("Shows, tests, changes and reloads the policies that decide who may do what.");
  addPolicyReads(policy);
  addPolicyTrials(policy);
  addPolicyChanges(policy);
}
