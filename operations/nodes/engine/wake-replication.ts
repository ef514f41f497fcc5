import type { ServiceContext } from "../../kernel/context.ts";

/** The type of the workflow that pulls the changes of one node. */
export const replicationWorkflow = "replicate";

const prefix = `${replicationWorkflow}/`;

/** Returns the ID of the workflow that pulls from a node. */
export function replicationId(name: string): string {
  return `${prefix}${name}`;
}

/** Returns the node from which a workflow pulls; undefined for an ID of another kind. */
export function nodeOfWorkflow(workflowId: string): string | undefined {
  return workflowId.startsWith(prefix) ? workflowId.slice(prefix.length) : undefined;
}

/** Starts or wakes the workflow that pulls from a node, after the commit of the current transaction; none for this node itself. */
export async function wakeReplication(
  { store }: Pick<ServiceContext, "store">,
  { id }: { readonly id: string },
): Promise<void> {
  if (id === store.node) return;
  await store.outbox.add({ workflowType: replicationWorkflow, workflowId: replicationId(id) });
}
