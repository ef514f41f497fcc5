import { ServiceError } from "#domain/errors.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { namedAccounts } from "../../kernel/rows/named-accounts.ts";
import { pluginServices } from "../../plug-ins/engine/plugin-services.ts";
import { pluginUser } from "../../plug-ins/engine/plugin-user.ts";

/** Describes the account of a check-out for plug-ins. */
export async function pluginAccount({ store }: Pick<CallContext, "store">, account: Row<"managedAccounts">) {
  const [named] = await namedAccounts(store, [account]);
  return { targetSystemKey: named?.targetSystemKey ?? "", id: named?.name ?? account.accountKey };
}

/**
 * Asks a plug-in to check the number of a ticket, if the policy of the account requires one. It belongs before the transaction.
 * @throws TICKET_MISSING, TICKET_REFUSED in the words of the plug-in, PLUGIN_UNUSABLE
 */
export async function judgeTicket(
  context: CallContext,
  managedAccountKey: string,
  ticket: string | null,
): Promise<void> {
  const { store, plugins, caller } = context;
  const account = await store.get("managedAccounts", managedAccountKey);
  const policy = account && (await store.get("managedSystemPolicies", account.policyId));
  const name = policy?.ticketPlugin ?? null;
  if (account === undefined || name === null) return;
  if (ticket === null) throw new ServiceError("TICKET_MISSING", { target: "ticket" });
  const request = {
    ticket,
    user: await pluginUser(context, caller.key ?? ""),
    account: await pluginAccount(context, account),
  };
  const answer = await plugins.ask({ kind: "ticketCheck", name, request, services: pluginServices(context) });
  if (answer.valid) return;
  throw new ServiceError("TICKET_REFUSED", { target: "ticket", message: answer.message });
}
