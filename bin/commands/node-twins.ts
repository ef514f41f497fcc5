import type { Command } from "commander";

import { CliError, ExitCode } from "../cli-error.ts";
import { rowLine } from "../row-line.ts";
import { onService } from "../with-service.ts";

/** Adds `twins | merge-twin` to `gatehouse nodes`. */
export function addNodeTwinCommands(nodes: Command): void {
  nodes
    .command("twins")
    .description("List rows with the same ID as an older one: table, ID, name, node, key")
    .action(async () => {
      const { listTwins } = await import("#operations/nodes/list-twins.ts");
      const { twins } = await onService(listTwins, {});
      for (const { table, shownId, name, node, key } of twins)
        console.log(rowLine([table, shownId, name ?? "-", node, key]));
      if (twins.length === 0) console.error("None.");
    });
  nodes
    .command("merge-twin")
    .description("Merge a user into the older one with the same ID, who gets the accounts, access and memberships")
    .argument("<id>", "ID by which 'gatehouse nodes twins' lists the user, such as anna~n2-7f3c")
    .action(async (id: string) => {
      const { listTwins } = await import("#operations/nodes/list-twins.ts");
      const { mergeTwin } = await import("#operations/users/merge-twin.ts");
      const { twins } = await onService(listTwins, {});
      const key = twins.find((twin) => twin.table === "users" && twin.shownId === id)?.key;
      if (key === undefined)
        throw new CliError(`No user is listed as '${id}'. 'gatehouse nodes twins' lists them.`, ExitCode.Failed);
      const { moved } = await onService(mergeTwin, { key });
      console.log(`User '${id}' merged: ${moved} rows name the older one now. '${id}' is disabled.`);
    });
}
