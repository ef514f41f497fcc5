import type { LogStanding } from "#domain/log-standing.ts";

import type { CallContext } from "../kernel/context.ts";
import { notice } from "../notices/engine/notice.ts";

/** Notifies superusers, in the current transaction, of a node for which the change log is kept. */
export async function tellOfSilentNode(
  context: CallContext,
  { standing, rows }: { readonly standing: LogStanding; readonly rows: number },
): Promise<void> {
  const superusers = await context.store.select("users", { where: { superuser: true, disabled: false } });
  const to = superusers.map(({ key }) => key);
  notice(context, "nodeSilent", { requestKey: null, to, facts: { standing, rows } });
}
