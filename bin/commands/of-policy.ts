import type { Command } from "commander";

/** Adds a command about one managed system policy, whose id is its first argument. */
export function commandOfPolicy(policy: Command, name: string, description: string): Command {
  return policy.command(name).description(description).argument("<id>", "id of the policy");
}
