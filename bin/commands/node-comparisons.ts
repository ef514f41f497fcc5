import type { Command } from "commander";

import type { ComparedNode } from "#operations/nodes/compare-node.ts";
import type { ShownDifference } from "#operations/nodes/list-differences.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { rowLine } from "../row-line.ts";
import { type CallOperation, onService, withService } from "../with-service.ts";

/** Adds `compare | differences` to `gatehouse nodes`. */
export function addNodeComparisonCommands(nodes: Command): void {
  nodes
    .command("compare")
    .description("Compare the rows of this node with those of another one, or of all others")
    .argument("[name]", "name of the other node; without it all others")
    .option("--repair", "write the rows of this node that differ once more, so that they count everywhere")
    .action(async (name: string | undefined, { repair }: { readonly repair?: true }) => {
      const results = await withService(({ call }) => compareAll(call, name, repair === true));
      const isDifferent = results.some(({ state }) => state !== "equal");
      if (isDifferent) throw new CliError("'gatehouse nodes differences' lists what differs.", ExitCode.Failed);
    });
  nodes
    .command("differences")
    .description("List rows that differ, by the last comparisons: node, table, key, kind, columns, last changes")
    .action(async () => {
      const { listDifferences } = await import("#operations/nodes/list-differences.ts");
      const { differences, more } = await onService(listDifferences, {});
      for (const one of differences) console.log(differenceLine(one));
      if (differences.length === 0) console.error("None.");
      if (more) console.error("There are more.");
    });
}

async function compareAll(
  call: CallOperation,
  name: string | undefined,
  repairs: boolean,
): Promise<readonly ComparedNode[]> {
  const { showNodeStatus } = await import("#operations/nodes/show-node-status.ts");
  const { nodes } = await call(showNodeStatus, {});
  const meant = nodes.filter((node) =>
    name === undefined ? node.state === "active" || node.state === "joining" : node.name === name,
  );
  if (meant.length === 0)
    throw new CliError(
      name === undefined
        ? "There is no other active node."
        : `There is no other node '${name}'. 'gatehouse nodes status' lists them.`,
      ExitCode.Failed,
    );
  const results: ComparedNode[] = [];
  for (const { key } of meant) {
    const result = await compareOne(call, key);
    console.log(resultLine(result));
    if (repairs && result.differences > 0) console.log(await repairOne(call, result));
    results.push(result);
  }
  return results;
}

async function compareOne(call: CallOperation, key: string): Promise<ComparedNode> {
  const { compareNode } = await import("#operations/nodes/compare-node.ts");
  for (;;) {
    const result = await call(compareNode, { key });
    if (!result.left) return result;
    console.error(`${result.rows} rows so far`);
  }
}

async function repairOne(call: CallOperation, { key, id }: ComparedNode): Promise<string> {
  const { repairNode } = await import("#operations/nodes/repair-node.ts");
  for (let sum = 0; ;) {
    const { repaired, elsewhere, left } = await call(repairNode, { key });
    sum += repaired;
    if (left) continue;
    const others = elsewhere > 0 ? ` ${elsewhere} cannot be written here: repair them at '${id}'.` : "";
    return `${sum} rows of this node written once more; compare again when the others have them.${others}`;
  }
}

function resultLine({ id, state, rows, differences, undecided, orphans, reason }: ComparedNode): string {
  return rowLine([
    id,
    state,
    `${rows} rows`,
    `${differences} differ`,
    ...(undecided > 0 ? [`${undecided} not compared, because changes kept coming`] : []),
    ...(orphans > 0 ? [`${orphans} without parent`] : []),
    ...(reason === null ? [] : [reason]),
  ]);
}

function differenceLine({ node, table, key, kind, columns, ...last }: ShownDifference): string {
  const changed = (at: number | null, by: string | null) =>
    at === null ? "-" : `${new Date(at).toISOString()} ${by ?? ""}`;
  return rowLine([
    node || "-",
    table,
    key,
    kind,
    columns || "-",
    changed(last.ownAt, last.ownNode),
    changed(last.otherAt, last.otherNode),
  ]);
}
