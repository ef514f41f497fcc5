import type { PasswordChange } from "#domain/notices/notice-kinds.ts";
import { related, eq } from "#domain/query/condition.ts";
import type { RowChange } from "#store/changes/change.ts";

import type { CallContext } from "../../kernel/context.ts";
import { notice } from "../../notices/engine/notice.ts";
import { overseersOf } from "../../secret-ways/overseers-of.ts";

/**
 * Notifies users that a link for setting their password was issued, and that it was used, whoever did it: it may not have been they. If
 * they have a permission for privileged passwords, the persons responsible for these are notified too: anyone who signs in as them has it
 * as well.
 */
export async function tellOfPasswords(context: CallContext, changes: readonly RowChange[]): Promise<void> {
  for (const { table, key, after } of changes) {
    if (table !== "users") continue;
    if (typeof after["passwordLinkHash"] === "string") await tell(context, key, "linkIssued");
    if (typeof after["passwordHash"] === "string") await tell(context, key, "passwordSet");
  }
}

async function tell(context: CallContext, userKey: string, change: PasswordChange): Promise<void> {
  const changerKey = context.caller.key ?? "";
  notice(context, "ownPassword", { requestKey: null, to: [userKey], facts: { change, changerKey } });
  const rights = await context.store.select("checkoutRights", { where: related("members", eq("userKey", userKey)) });
  const told = new Set<string>();
  for (const policyId of new Set(rights.map((right) => right.policyId)))
    for (const overseer of await overseersOf(context, policyId, [userKey, changerKey])) told.add(overseer);
  const facts = { holderKey: userKey, change, changerKey };
  notice(context, "holderPassword", { requestKey: null, to: [...told], facts });
}
