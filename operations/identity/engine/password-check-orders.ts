import { ServiceError } from "#domain/errors.ts";
import { isRetryable } from "#domain/requests/retry-schedule.ts";
import { valuesByName } from "#domain/values-by-name.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { attributeRows } from "../../kernel/rows/object-rows.ts";
import type { OrderContent, OrderSource, SourcedOrder, SourcedOutcome } from "../../proxies/engine/order-source.ts";

type Check = Row<"passwordChecks">;

/** Password checks at targets during sign-in, as a source of orders. */
export const passwordCheckOrders: OrderSource<Check> = { lock, order, record };

async function lock({ store }: CallContext, keys: readonly string[]): Promise<readonly Check[]> {
  const locked: Check[] = [];
  for (const key of keys.toSorted()) {
    const check = await store.lock("passwordChecks", key);
    if (check) locked.push(check);
  }
  return locked;
}

async function order({ store, clock }: CallContext, check: Check): Promise<SourcedOrder | undefined> {
  const { key, requestId, accountKey } = check;
  if (check.result !== null || check.expiresAt <= clock.now()) return undefined;
  const sends = check.sends + 1;
  // The rest of an earlier attempt must not pass for the outcome of this one.
  await store.save("passwordChecks", { key, sends, errorCode: null, outcomeSignature: null });
  const account = accountKey === null ? undefined : await store.get("accounts", accountKey);
  const password = store.unseal(check.password, { table: "passwordChecks", key, column: "password" });
  return {
    sends,
    content: { requestId, code: "PWVF", object: await objectOf(store, key, account), attributes: {}, password },
    audit: { recipient: account?.userKey ?? null, batchId: null, requestId },
  };
}

/** Returns the object of an order; a check for no account names one that no target has. */
async function objectOf(
  store: CallContext["store"],
  checkKey: string,
  account: Row<"accounts"> | undefined,
): Promise<OrderContent["object"]> {
  if (account === undefined) return { name: `nobody-${checkKey}`, attributes: {} };
  const attributes = valuesByName(await attributeRows(store, { type: "account", key: account.key }));
  return { id: account.stableId, name: account.shortId, attributes };
}

/** Records outcomes. A transient error keeps the check open, as for every order; the waiting sign-in does not wait longer for it. */
async function record(
  { store }: CallContext,
  outcomes: readonly SourcedOutcome<Check>[],
): Promise<readonly SourcedOutcome<Check>[]> {
  const recorded = outcomes.filter(
    ({ operation, outcome, signature }) =>
      operation.outcomeSignature !== signature || operation.sends !== outcome.sends,
  );
  for (const { operation, outcome, signature } of recorded) {
    const { key, result, sends } = operation;
    if (result !== null || sends !== outcome.sends) throw new ServiceError("OUTCOME_REFUSED", { target: key });
    const { code: errorCode = null } = outcome;
    const mayPass = outcome.result !== "S" && isRetryable(errorCode ?? "internal");
    const answer = { key, errorCode, outcomeSignature: signature };
    const ended = { result: outcome.result === "S" ? "S" : "F", password: "" } as const;
    await store.save("passwordChecks", mayPass ? answer : { ...answer, ...ended });
  }
  return recorded;
}
