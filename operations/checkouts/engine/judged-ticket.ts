import { ServiceError } from "#domain/errors.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { namedAccounts } from "../../kernel/rows/named-accounts.ts";
import { pluginServices } from "../../plug-ins/engine/plugin-services.ts";
import { pluginUser } from "../../requests/engine/plugin-request.ts";

/** The account of a check-out, as plug-ins are told of it. */
export async function pluginAccount({ store }: Pick<CallContext, "store">, account: Row<"managedAccounts">) {
  const [named] = await namedAccounts(store, [account]);
  return { targetSystemKey: named?.targetSystemKey ?? "", id: named?.name ?? account.accountKey };
}

/**
 * Has the number of a ticket judged where the policy of the account wants one. It calls a plug-in and belongs before the transaction.
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
