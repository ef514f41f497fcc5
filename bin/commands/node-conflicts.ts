import { type Command, Option } from "commander";

import { conflictStates } from "#domain/conflict-states.ts";
import type { ListedConflict } from "#operations/nodes/list-conflicts.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { rowLine } from "../row-line.ts";
import { onService, withService } from "../with-service.ts";

interface ListOptions {
  readonly state?: (typeof conflictStates)[number];
  readonly json?: true;
}

/** Decisions about a conflict, by the word of their command. */
const decisions = [
  {
    word: "accept",
    description: "Accept conflicts: the values that stayed are right",
    operation: async () => (await import("#operations/nodes/settle-conflicts.ts")).acceptConflict,
  },
  {
    word: "revert",
    description: "Revert conflicts: write the lost values once more",
    operation: async () => (await import("#operations/nodes/settle-conflicts.ts")).revertConflict,
  },
] as const;

/** Adds `conflicts | accept | revert` to `gatehouse nodes`. */
export function addNodeConflictCommands(nodes: Command): void {
  nodes
    .command("conflicts")
    .description("List conflicts: ID, status, row, column, value that stayed, lost value, number of losses")
    .addOption(new Option("--state <state>", "conflicts with this status").choices(conflictStates).default("open"))
    .option("--json", "print JSON")
    .action(async ({ state, json }: ListOptions) => {
      const { listConflicts } = await import("#operations/nodes/list-conflicts.ts");
      const { conflicts, more } = await onService(listConflicts, { state });
      if (json) console.log(JSON.stringify(conflicts, null, 2));
      else for (const conflict of conflicts) console.log(lineOf(conflict));
      if (!json && conflicts.length === 0) console.error("None.");
      if (more) console.error("There are more. Decide about these first, or read /v2/replicationConflicts.");
    });
  for (const { word, description, operation } of decisions)
    nodes
      .command(word)
      .description(description)
      .argument("<id...>", "IDs of conflicts")
      .action(async (keys: readonly string[]) => {
        const decide = await operation();
        await withService(async ({ call }) => {
          const { listConflicts } = await import("#operations/nodes/list-conflicts.ts");
          for (const key of keys) {
            const [conflict] = (await call(listConflicts, { key })).conflicts;
            if (conflict === undefined)
              throw new CliError(
                `There is no conflict '${key}'. 'gatehouse nodes conflicts' lists them.`,
                ExitCode.Failed,
              );
            const { state } = await call(decide, { key, lostStamp: conflict.lostStamp });
            console.log(`Conflict '${key}' ${state}.`);
          }
        });
      });
}

function lineOf({ id, state, table, key, rowName, column, count, ...values }: ListedConflict): string {
  const { isHidden, keptValue, lostValue, keptNode, lostNode } = values;
  const shown = (value: string | null) => (isHidden ? "(hidden)" : (value ?? "-"));
  return rowLine([
    id,
    state,
    `${table} ${rowName ?? key}`,
    column,
    `stayed ${shown(keptValue)} (${keptNode ?? "-"})`,
    `lost ${shown(lostValue)} (${lostNode ?? "-"})`,
    `${count} lost`,
  ]);
}
