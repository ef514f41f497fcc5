import { ServiceError } from "#domain/errors.ts";
import { keyOfSource } from "#domain/requests/order-source.ts";
import { askedAgainMs, askedDependantsMax } from "#domain/vault-run-limits.ts";
import type { DependantRequest } from "#plugins/contract/dependant.ts";
import type { PluginAccount } from "#plugins/contract/request.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { ItemAnswer, OwnLanes } from "../../kernel/run-kind.ts";
import { pluginServices } from "../../plug-ins/engine/plugin-services.ts";
import { dependantsOfOrders, noTarget } from "./dependants.ts";
import { readTrees, secretOf } from "./entries.ts";
import { vaultSource } from "./order-step.ts";
import { isOpen, sent, type VaultOperation, vaultOrders } from "./vault-orders.ts";

/**
 * The lane of runs over managed accounts that goes to no proxy: the plug-ins of dependants are asked. One that cannot be used is asked again
 * later, until the dependant is given up.
 */
export const askingDependants: OwnLanes<CallContext> = {
  chunk: askedDependantsMax,
  has: (lane) => lane === noTarget,
  async begin(context, key) {
    const operation = await lockedOrder(context, key);
    const now = context.clock.now();
    if (operation?.row.targetSystemKey !== noTarget || !isOpen(operation, now)) return null;
    const sends = operation.row.sends + 1;
    await context.store.save("vaultOrders", { key, ...sent(sends, context) });
    return sends;
  },
  act: answerOf,
  async record(context, key, { sends, answer }) {
    const operation = await lockedOrder(context, key);
    if (operation === undefined) return;
    const operationKey = keyOfSource({ source: vaultSource, key });
    await vaultOrders.record(context, [{ operation, outcome: { operationKey, sends, ...answer }, signature: asked }]);
  },
};

/** Stand-in for a proxy's signature: only the hub asks plug-ins. */
const asked = "asked by the hub";

async function lockedOrder(context: CallContext, key: string): Promise<VaultOperation | undefined> {
  return (await vaultOrders.lock(context, [key]))[0];
}

async function answerOf(context: CallContext, key: string): Promise<ItemAnswer> {
  const question = await questionOf(context, key);
  if (question === undefined) return { result: "F", code: "notFound", message: "The account depends on it no more." };
  const { plugin: name, entryKey, request } = question;
  try {
    const services = pluginServices(context);
    const { result, message } = await context.plugins.ask({ kind: "dependant", name, request, services });
    if (result === "done") return { result: "S", tried: [{ key: entryKey, answer: "opens", counts: false }] };
    return { result: "F", code: "policy", message: message ?? "" };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "PLUGIN_UNUSABLE") throw error;
    return { result: "F", code: "broken", message: error.message, retryAfterMs: askedAgainMs };
  }
}

interface Question {
  readonly plugin: string;
  readonly entryKey: string;
  readonly request: DependantRequest;
}

async function questionOf(context: CallContext, key: string): Promise<Question | undefined> {
  const { store } = context;
  const order = await store.get("vaultOrders", key);
  if (order === undefined) return undefined;
  const { plugin = null, setting = null } =
    (await dependantsOfOrders(context, [order])).get(order.dependantKey ?? "") ?? {};
  const held = (await readTrees(store, [order.managedAccountKey])).get(order.managedAccountKey);
  const entry = held?.entries.find((one) => one.key === order.entryKey);
  if (plugin === null || held === undefined || entry === undefined) return undefined;
  const act = order.act === "test" || order.act === "verify" ? "test" : "tell";
  const account = await pluginAccount(context, held.account);
  return { plugin, entryKey: entry.key, request: { act, password: secretOf(store, entry), account, setting } };
}

/** Describes a managed account for a plug-in; a deleted one keeps its last name. */
async function pluginAccount(
  { store }: CallContext,
  { accountKey, accountName, managedSystemKey }: Row<"managedAccounts">,
): Promise<PluginAccount> {
  const account = await store.get("accounts", accountKey);
  if (account) return { targetSystemKey: account.targetSystemKey, id: account.stableId };
  const system = await store.get("managedSystems", managedSystemKey);
  return { targetSystemKey: system?.targetSystemKey ?? managedSystemKey, id: accountName ?? accountKey };
}
