import type { Command } from "commander";

import { commandWay } from "#domain/checkout-limits.ts";

import { rowLine } from "../row-line.ts";
import { onService } from "../with-service.ts";
import { commandOfPolicy } from "./of-policy.ts";

/**
 * Adds `commands | list-command | unlist-command` to `gatehouse managed policy`, for the commands that may run with passwords that
 * no one sees.
 */
export function addListedCommandCommands(policy: Command): void {
  const withId = (name: string, description: string) => commandOfPolicy(policy, name, description);
  withId("commands", "List the commands that can be run under a policy: name, command line").action(
    async (id: string) => {
      const { listListedCommands } = await import("#operations/checkouts/read-checkouts.ts");
      for (const { name, command } of await onService(listListedCommands, { id }))
        console.log(rowLine([name, command]));
    },
  );
  withId("list-command", `Add a command that holders can run (the policy must allow the disclosure ${commandWay})`)
    .argument("<name>", "what it is called by")
    .argument("<line>", "the line, run as it stands by the account's own shell: 'systemctl restart nginx'")
    .action(async (key: string, name: string, command: string) => {
      const { listCommand } = await import("#operations/checkouts/change-commands.ts");
      await onService(listCommand, { key, name, command });
      console.log(`Holders may have '${name}' run with passwords under '${key}'.`);
    });
  withId("unlist-command", "Remove a command from a policy")
    .argument("<name>", "what it is called by")
    .action(async (key: string, name: string) => {
      const { unlistCommand } = await import("#operations/checkouts/change-commands.ts");
      await onService(unlistCommand, { key, name });
      console.log(`Nobody may have '${name}' run with passwords under '${key}' any more.`);
    });
}
