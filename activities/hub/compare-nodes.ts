import type { MaintenanceRound } from "#domain/maintenance-tasks.ts";
import { takesPart } from "#domain/node-states.ts";
import type { Caller, ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { compareNode } from "#operations/nodes/compare-node.ts";
import { showNodeStatus } from "#operations/nodes/show-node-status.ts";

const hourMs = 3_600_000;
/** Time after which a node is compared once more. */
const comparedEachMs = 20 * hourMs;

/** Goes on with the nightly comparison with the other nodes: one part of one of them. */
export async function compareNextNode(context: ServiceContext, caller: Caller): Promise<MaintenanceRound> {
  const { nodes } = await invoke(showNodeStatus, context, caller, {});
  const now = context.clock.now();
  const due = nodes.find(({ state, publicAddress, comparison }) => {
    const { running, last } = comparison ?? { running: null, last: null };
    const at = last?.at ?? null;
    // A time that lies ahead is from before the clock was set back.
    const isOld = at === null || Math.abs(now - at) >= comparedEachMs;
    return takesPart(state) && publicAddress !== null && (running !== null || isOld);
  });
  if (due === undefined) return { left: false };
  await invoke(compareNode, context, caller, { key: due.key });
  return { left: true };
}
