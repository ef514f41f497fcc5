import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { keyOfSource } from "#domain/requests/order-source.ts";
import type { Outcome } from "#domain/requests/order.ts";
import { askedAgainMs } from "#domain/vault-run-limits.ts";
import type { DependantRequest } from "#plugins/contract/dependant.ts";
import type { PluginAccount } from "#plugins/contract/request.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { pluginServices } from "../plug-ins/engine/plugin-services.ts";
import { dependantsOfOrders, noTarget } from "./engine/dependants.ts";
import { readTrees, secretOf } from "./engine/entries.ts";
import { vaultSource } from "./engine/order-step.ts";
import { isOpen, sent, type VaultOperation, vaultOrders } from "./engine/vault-orders.ts";

/** Counts a call of a dependent's plug-in for an order, before the call. Returns its number, or null if it must not be called now. */
export const beginAsking = defineOperation({
  name: "vault.beginAsking",
  input: z.strictObject({ key: keyInput }),
  callers: ["engine"],
  audit: { operation: "VRST", when: "never" },
  async run(context, { key }): Promise<number | null> {
    const operation = await lockedOrder(context, key);
    const now = context.clock.now();
    if (operation?.row.targetSystemKey !== noTarget || !isOpen(operation, now)) return null;
    const sends = operation.row.sends + 1;
    await context.store.save("vaultOrders", { key, ...sent(sends, context) });
    return sends;
  },
});

/**
 * Asks the plug-in of a dependent for an order, and records the outcome. A plug-in that cannot be used is asked again later, until the
 * dependent is given up.
 * @throws OUTCOME_REFUSED if another call was counted meanwhile
 */
export const askDependant = defineOperation({
  name: "vault.askDependant",
  input: z.strictObject({ key: keyInput, sends: z.int().min(1) }),
  callers: ["engine"],
  audit: { operation: "VRST", when: "never" },
  prepare: (context, { key }) => answerOf(context, key),
  async run(context, { key, sends }, answer): Promise<void> {
    const operation = await lockedOrder(context, key);
    if (operation === undefined) return;
    const operationKey = keyOfSource({ source: vaultSource, key });
    await vaultOrders.record(context, [{ operation, outcome: { operationKey, sends, ...answer }, signature: asked }]);
  },
});

/** Stand-in for a proxy's signature: only the hub asks plug-ins. */
const asked = "asked by the hub";

async function lockedOrder(context: CallContext, key: string): Promise<VaultOperation | undefined> {
  return (await vaultOrders.lock(context, [key]))[0];
}

type Answer = Pick<Outcome, "result" | "code" | "message" | "retryAfterMs" | "tried">;

async function answerOf(context: CallContext, key: string): Promise<Answer> {
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
