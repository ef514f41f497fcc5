import { isOverCheckout } from "#domain/checkouts/checkout-status.ts";
import { type ErrorCode, errors, ServiceError } from "#domain/errors.ts";
import { ModuleName } from "#domain/module-name.ts";
import { OperationResult } from "#domain/requests/operation-result.ts";
import { withModule } from "#store/module-scope.ts";
import type { Row } from "#store/tables.ts";

import { engineCaller } from "../../kernel/callers.ts";
import type { CallContext } from "../../kernel/context.ts";
import type { AcceptedOperation, NumberedOperation } from "../../kernel/performer.ts";
import { endPerformed } from "../../requests/engine/end-performed.ts";
import { saveOperation } from "../../requests/engine/save-operation.ts";
import { rightsOf } from "../../secret-ways/rights-of.ts";
import { lockTrees } from "../../vault/engine/entries.ts";
import { lockedAccount } from "./locked-account.ts";
import { openCheckout } from "./open-checkout.ts";
import { openCheckoutsOf } from "./open-checkouts-of.ts";
import { refuseMore } from "./refuse-more.ts";
import { withdraw } from "./withdraw-checkout.ts";

type Checkout = Row<"checkouts">;
type Operation = Row<"requestOperations">;

/** Fields of a requested check-out besides the request. */
export type CheckoutWish = Pick<Checkout, "reason" | "ticket" | "minutes" | "startAt">;

/**
 * Adds the check-outs that operations of a new request ask for; what the request does not say is as the policy has it. Only the home node of
 * an account hands its password out.
 * @throws OWNED_BY_NODE
 */
export async function addRequestedCheckouts(
  context: CallContext,
  request: Row<"reqbatch">,
  operations: readonly AcceptedOperation[],
  wish?: CheckoutWish,
): Promise<void> {
  const { recipientKey } = request;
  const places = await placesOf(context, recipientKey, operations);
  // All together, because accounts are locked in the order of their keys.
  const keys = [...places.values()].map(({ account }) => account.managedAccountKey);
  if (wish === undefined) await lockTrees(context, keys);
  for (const [operation, { account, policy, target }] of places) {
    if (wish === undefined) {
      await context.store.homes.require("managedAccounts", account.managedAccountKey);
      const open = await openCheckoutsOf(context, account.managedAccountKey);
      await refuseMore(context, { userKey: recipientKey, account, open, policy, target });
    }
    await context.store.add("checkouts", {
      key: context.ids.guid(),
      requestKey: request.key,
      operationKey: operation.key,
      status: "requested",
      userKey: request.recipientKey,
      requestedAt: context.clock.now(),
      ...account,
      ...(wish ?? usualWish(request, policy)),
    });
  }
}

function usualWish(request: Row<"reqbatch">, policy: Row<"managedSystemPolicies">): CheckoutWish {
  if (request.reason === null) throw new ServiceError("CHECKOUT_REASON_MISSING", { target: "reason" });
  if (policy.ticketPlugin !== null) throw new ServiceError("TICKET_MISSING", { target: "operations" });
  return { reason: request.reason, ticket: null, minutes: policy.checkoutMaxMinutes, startAt: null };
}

async function placesOf(context: CallContext, userKey: string, operations: readonly AcceptedOperation[]) {
  const places = new Map<AcceptedOperation, Place & { readonly target: string }>();
  for (const operation of operations) {
    const target = fieldOf(operation);
    places.set(operation, {
      ...(await placeOf(context, userKey, { accountKey: operation.accountKey, target })),
      target,
    });
  }
  return places;
}

interface Place {
  readonly policy: Row<"managedSystemPolicies">;
  readonly account: Pick<Checkout, "managedAccountKey" | "policyId">;
}

/** Finds the account and policy of an operation. Without permission the answer is the same for unmanaged and missing accounts. */
async function placeOf(
  context: CallContext,
  userKey: string,
  { accountKey, target }: { readonly accountKey: string | null | undefined; readonly target: string },
): Promise<Place> {
  const { store } = context;
  const [account] = await store.select("managedAccounts", { where: { accountKey: accountKey ?? "" }, limit: 1 });
  const policy = account && (await store.get("managedSystemPolicies", account.policyId));
  const rights = policy === undefined ? new Set() : await rightsOf(context, policy.id, userKey);
  if (!account || !policy || (!rights.has("ask") && !rights.has("preApproved")))
    throw new ServiceError("CHECKOUT_RIGHT_MISSING", { target });
  return { policy, account: { managedAccountKey: account.key, policyId: policy.id } };
}

/**
 * Refuses a request for check-outs without permission of its recipient, before it reveals anything about their accounts.
 * @throws CHECKOUT_RIGHT_MISSING
 */
export async function refuseUnentitled(
  context: CallContext,
  userKey: string,
  operations: readonly NumberedOperation[],
): Promise<void> {
  for (const operation of operations)
    await placeOf(context, userKey, { accountKey: operation.accountKey, target: fieldOf(operation) });
}

function fieldOf({ sequence }: NumberedOperation): string {
  return `operations/${sequence - 1}/accountKey`;
}

/**
 * Performs an operation that requests a check-out, whose request is locked and approved. The password is handed out, or the check-out
 * waits. Returns the changes of the operation.
 */
export async function performCheckout(
  context: CallContext,
  { key: operationKey, requestKey, accountKey }: Operation,
): Promise<Partial<Operation>> {
  const { store, clock } = context;
  const [known] = await store.select("checkouts", { where: { operationKey, requestKey }, limit: 1 });
  if (known === undefined || known.status === "checkedOut" || isOverCheckout(known.status))
    return failed(context, "CHECKOUT_NOT_OUT");
  const locked = await lockedAccount(context, known.managedAccountKey);
  // The operation states what was approved.
  if (locked === undefined || locked.account.accountKey !== accountKey) return failed(context, "ACCOUNT_NOT_MANAGED");
  const approved = await store.save("checkouts", { key: known.key, status: "approved", approvedAt: clock.now() });
  return afterOpening(context, await openCheckout(context, approved, locked));
}

type Opened = Awaited<ReturnType<typeof openCheckout>>;

async function afterOpening(context: CallContext, { checkout, said }: Opened): Promise<Partial<Operation>> {
  if (said.may === "open") return { result: OperationResult.Success, finishedAt: context.clock.now() };
  if (said.may === "wait") return { result: OperationResult.Pending, nextTryAt: null };
  await withdraw(context, checkout, said.message);
  return failed(context, "CHECKOUT_NOT_FREE", said.message);
}

function failed({ clock }: CallContext, errorCode: ErrorCode, errorMessage = errors[errorCode].message) {
  return { result: OperationResult.Failed, errorCode, errorMessage, finishedAt: clock.now() };
}

/**
 * Reports the result of a waiting check-out to its request, in the current transaction, in which the request is locked; the request ends
 * with its last operation.
 */
export async function tellRequest(context: CallContext, checkout: Checkout): Promise<void> {
  const { store } = context;
  const { requestKey, operationKey } = checkout;
  if (requestKey === null || operationKey === null) return;
  const request = await store.get("reqbatch", requestKey);
  const operation = await store.get("requestOperations", operationKey);
  if (!request || operation?.result !== OperationResult.Pending) return;
  const isOut = checkout.status === "checkedOut";
  const changes = isOut
    ? { result: OperationResult.Success, finishedAt: context.clock.now() }
    : failed(context, "CHECKOUT_NOT_FREE", checkout.endReason ?? undefined);
  await withModule(ModuleName.Idwfm, async () => {
    const engine = { ...context, caller: engineCaller(ModuleName.Idwfm, requestKey) };
    await saveOperation(engine, operation, changes);
    await endPerformed(engine, request);
    await store.outbox.add({ workflowType: "request", workflowId: requestKey });
  });
}
