import type { CallContext } from "../kernel/context.ts";
import { notice } from "../notices/engine/notice.ts";

/** Notifies superusers, in the current transaction, of conflicts between nodes about access. */
export async function tellOfConflicts(context: CallContext, conflicts: number): Promise<void> {
  notice(context, "nodeConflicts", { requestKey: null, to: await superusers(context), facts: { conflicts } });
}

/** Notifies superusers, in the current transaction, of rows that nodes have differently. */
export async function tellOfDifferences(context: CallContext, differences: number): Promise<void> {
  notice(context, "nodeDifferences", { requestKey: null, to: await superusers(context), facts: { differences } });
}

async function superusers({ store }: CallContext): Promise<string[]> {
  const found = await store.select("users", { where: { superuser: true, disabled: false } });
  return found.map(({ key }) => key);
}
