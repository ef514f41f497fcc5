import { type CommandOutput, Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { oneOf } from "#domain/query/condition.ts";
import type { Outcome } from "#domain/requests/order.ts";
import { triesLeftAt, withTries } from "#domain/vault/may-try-now.ts";
import type { Store } from "#store/store.ts";
import type { Row, Save } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { OrderSource, SourcedOrder, SourcedOutcome } from "../../proxies/engine/order-source.ts";
import { accountObjects } from "../../vault/engine/account-objects.ts";
import { type AccountTree, lockTrees, secretOf } from "../../vault/engine/entries.ts";
import { allowsCommands, certainEntry, isHeld } from "./disclosure-terms.ts";

type Run = Row<"commandRuns">;

/** A command with the check-out whose password it is run with; the account is locked too. */
export type CommandOperation = Run & {
  readonly checkout: Row<"checkouts">;
  readonly held: AccountTree;
};

/**
 * Listed commands that are run with checked-out passwords, as a source of orders. Each is handed out once, because the effect of a repeated
 * command is unknown.
 */
export const commandOrders: OrderSource<CommandOperation> = { lock, order, record };

/** Locks commands behind their accounts, the order of every action on check-outs. */
async function lock({ store }: CallContext, keys: readonly string[]): Promise<readonly CommandOperation[]> {
  const where = oneOf("key", keys);
  const seen = await store.select("commandRuns", { where });
  const checkouts = await store.select("checkouts", {
    where: oneOf(
      "key",
      seen.map(({ checkoutKey }) => checkoutKey),
    ),
  });
  const trees = await lockTrees({ store }, [...new Set(checkouts.map(({ managedAccountKey }) => managedAccountKey))]);
  const locked: CommandOperation[] = [];
  for (const run of await store.select("commandRuns", { where, orderBy: [["key", "asc"]], forUpdate: true })) {
    const checkout = await store.get("checkouts", run.checkoutKey);
    const held = trees.get(checkout?.managedAccountKey ?? "");
    if (checkout !== undefined && held !== undefined) locked.push({ ...run, checkout, held });
  }
  return locked;
}

async function order(context: CallContext, operation: CommandOperation): Promise<SourcedOrder | undefined> {
  const { store, clock } = context;
  const { key, command, requestId, checkout, held } = operation;
  if (operation.result !== null || operation.expiresAt <= clock.now()) return undefined;
  const sends = operation.sends + 1;
  const entry = certainEntry(held.tree);
  const object = (await accountObjects(store, [held.account.accountKey])).get(held.account.accountKey);
  const refused = operation.sends > 0 ? sentBefore : await refusalOf(context, operation);
  if (refused !== undefined || entry === undefined || object === undefined) {
    await store.save("commandRuns", { key, sends });
    return { sends, failure: refused ?? (entry === undefined ? uncertain : gone) };
  }
  const sentAt = clock.now();
  // Counted before the attempt: many concurrent commands must not lock the account together.
  const triedAt = [...withTries(held.account.triedAt ?? [], [{ answer: "unknown", counts: true }], sentAt)];
  await store.save("managedAccounts", { key: held.account.key, triedAt });
  await store.save("commandRuns", { key, sends, sentAt });
  return {
    sends,
    content: {
      requestId,
      code: "RUNC",
      object,
      attributes: {},
      command,
      password: secretOf(store, entry),
      passwordKey: entry.key,
    },
    audit: { recipient: checkout.userKey, batchId: checkout.requestKey ?? checkout.key, requestId },
  };
}

type Failure = Required<Pick<Outcome, "code" | "message">>;

const sentBefore: Failure = { code: "internal", message: "Its proxy had it before and has not said what came of it." };
const uncertain: Failure = { code: "policy", message: "The password is being changed." };
const gone: Failure = { code: "notFound", message: "The account is gone." };

/** Returns the reason not to run a command that was requested a moment ago; undefined if there is none. */
async function refusalOf(context: CallContext, { checkout, held }: CommandOperation): Promise<Failure | undefined> {
  const { store, clock } = context;
  if (!(await isHeld(context, checkout))) return { code: "policy", message: "It is not checked out any more." };
  const policy = await store.get("managedSystemPolicies", held.account.policyId);
  if (policy === undefined || !allowsCommands(policy))
    return { code: "policy", message: "The policy does not allow it any more." };
  if (triesLeftAt(1, held.account.triedAt ?? [], policy, clock.now()) === null) return undefined;
  return { code: "policy", message: "Another wrong password could lock the account. Try again later." };
}

/** Records outcomes; any outcome ends its command. */
async function record(
  context: CallContext,
  outcomes: readonly SourcedOutcome<CommandOperation>[],
): Promise<readonly SourcedOutcome<CommandOperation>[]> {
  const recorded = outcomes.filter(
    ({ operation, outcome, signature }) =>
      operation.outcomeSignature !== signature || operation.sends !== outcome.sends,
  );
  for (const reported of recorded) {
    const { key, result, sends } = reported.operation;
    if (result !== null || sends !== reported.outcome.sends) throw new ServiceError("OUTCOME_REFUSED", { target: key });
    await countTries(context, reported);
    await context.store.save("commandRuns", ended(context, reported));
  }
  return recorded;
}

type Reported = SourcedOutcome<CommandOperation>;

/** Replaces the attempt counted at the hand-out by those that the outcome reports. */
async function countTries({ store, clock }: CallContext, { operation, outcome }: Reported): Promise<void> {
  const { sends, sentAt, held } = operation;
  // The current state: several outcomes of one call may be for the same account.
  const account = (await store.get("managedAccounts", held.account.key)) ?? held.account;
  const before = withoutOne(account.triedAt ?? [], sends === 1 ? sentAt : null);
  const triedAt = [...withTries(before, outcome.tried ?? [], clock.now())];
  await store.save("managedAccounts", { key: account.key, triedAt });
}

function ended({ store }: CallContext, { operation: { key }, outcome, signature }: Reported): Save<"commandRuns"> {
  const { result, code: errorCode = null, message = null, output } = outcome;
  const row = { key, errorCode, message, outcomeSignature: signature };
  if (result !== "S" || output === undefined) return { ...row, result: "F" };
  return { ...row, result: "S", output: store.seal(new Secret(JSON.stringify(output)), sealedAt(key)) };
}

/** Removes one occurrence of a time from a list. */
function withoutOne(moments: readonly number[], moment: number | null): readonly number[] {
  const at = moments.indexOf(moment ?? NaN);
  return at < 0 ? moments : moments.toSpliced(at, 1);
}

const sealedAt = (key: string) => ({ table: "commandRuns", column: "output", key }) as const;

/** Returns the output of a command, from its row; undefined if it has no answer (yet). */
export function outputOf(store: Pick<Store, "unseal">, { key, output }: Run): CommandOutput | undefined {
  if (output === null) return undefined;
  return store.unseal(output, sealedAt(key)).use((text) => JSON.parse(text) as CommandOutput);
}
