import type { Secret } from "#connectors/contract/index.ts";
import { oneOf } from "#domain/query/condition.ts";
import { unfitFor } from "#domain/vault/due-accounts.ts";
import type { Row } from "#store/tables.ts";

import { servingProxies } from "../../abilities/serving-proxy.ts";
import type { CallContext } from "../../kernel/context.ts";
import { startRun } from "../../runs/engine/run-life.ts";
import { type AccountTree, addEntries, type Entry, raiseEntries, readTrees } from "../../vault/engine/entries.ts";
import { openOrders } from "../../vault/engine/next-orders.ts";
import { ordersInFlight } from "../../vault/engine/orders-in-flight.ts";
import { nodesAtHand } from "../../vault/engine/run-terms.ts";

/** A password that someone states for an account. */
export interface StatedPassword {
  readonly managedAccountKey: string;
  readonly secret: Secret;
}

/**
 * Way in which the vault accepts a stated password. It counts once the target has confirmed it, or at once if the target cannot verify and
 * the policy allows that; or it is refused, with the remedy.
 */
export type Acceptance = { readonly counts: "verified" | "atOnce" } | { readonly refusal: string };

/** Returns the ways in which the vault accepts passwords of these accounts now, by account key. */
export async function acceptancesOf(
  context: CallContext,
  trees: ReadonlyMap<string, AccountTree>,
): Promise<ReadonlyMap<string, Acceptance>> {
  const { store } = context;
  const accounts = [...trees.values()].map(({ account }) => account);
  const policies = new Map((await store.select("managedSystemPolicies")).map((policy) => [policy.id, policy]));
  const systems = await systemsOf(context, accounts);
  const blind = await targetsThatCannotVerify(context, [...systems.values()]);
  const open = await openOrders(context, [...trees.keys()]);
  const nodes = await nodesAtHand(context);
  return new Map(
    accounts.map((account): [string, Acceptance] => {
      const { key } = account;
      const policy = policies.get(account.policyId);
      const system = systems.get(account.managedSystemKey);
      const isSystemEnabled = system?.enabled === true;
      const unfit = unfitFor({ kind: "verify", account, policy, nodes, isSystemEnabled, ...afterRecording });
      if (unfit !== undefined) return [key, { refusal: unfit }];
      const order = open.get(key);
      if (order !== undefined) return [key, { refusal: heldBy(order) }];
      if (!blind.has(system?.targetSystemKey ?? "")) return [key, { counts: "verified" }];
      return [key, policy?.confirmWithoutVerify === true ? { counts: "atOnce" } : { refusal: unverifiable(account) }];
    }),
  );
}

/** Facts of an account with a stated password: it will have an entry, and a check-out is no reason against verifying. */
const afterRecording = { entries: { notFailed: 1, all: 1 }, holders: 0 };

const heldBy = ({ runKey }: Row<"vaultOrders">) =>
  `A run has it in its hands: wait for its end, or stop it by 'gatehouse managed run ${runKey} --stop'.`;

const unverifiable = ({ policyId }: Row<"managedAccounts">) =>
  `Its target system cannot say whether a password opens it, and its policy '${policyId}' does not do without (managed policy set ${policyId} --unverified yes).`;

async function systemsOf({ store }: CallContext, accounts: readonly Row<"managedAccounts">[]) {
  const keys = [...new Set(accounts.map(({ managedSystemKey }) => managedSystemKey))];
  const rows = keys.length === 0 ? [] : await store.select("managedSystems", { where: oneOf("key", keys) });
  return new Map(rows.map((row) => [row.key, row]));
}

/** Returns the target systems whose connectors cannot verify passwords. A target whose proxy is unknown yet is not among them. */
async function targetsThatCannotVerify(
  context: CallContext,
  systems: readonly Row<"managedSystems">[],
): Promise<ReadonlySet<string>> {
  const blind = new Set<string>();
  for (const id of new Set(systems.map(({ targetSystemKey }) => targetSystemKey))) {
    const target = await context.store.get("targetSystems", id);
    if (target === undefined) continue;
    const connectors = (await servingProxies(context, target)).flatMap((proxy) =>
      proxy.connectors.filter((connector) => connector.id === target.type),
    );
    const can = connectors.some(({ capabilities }) => capabilities.some((name) => verifying.has(name)));
    if (connectors.length > 0 && !can) blind.add(id);
  }
  return blind;
}

const verifying: ReadonlySet<string> = new Set(["verify", "adminVerify"]);

/** Passwords to record, with the acceptances of their accounts. */
export interface PasswordsToRecord {
  /** The accounts, locked by `lockTrees`. */
  readonly trees: ReadonlyMap<string, AccountTree>;
  /** Acceptances by account, from `acceptancesOf`. */
  readonly acceptances: ReadonlyMap<string, Acceptance>;
  readonly stated: readonly StatedPassword[];
  readonly origin: "imported" | "overridden";
}

/** Result of recording passwords. */
export interface RecordedPasswords {
  /** Keys of the entries, in the order of the stated passwords. */
  readonly entryKeys: readonly string[];
  /** Key of the run that verifies them; null if no target must be asked. */
  readonly runKey: string | null;
}

/** Writes stated passwords into the vault, in the current transaction, beside its entries, and has them verified. */
export async function recordPasswords(
  context: CallContext,
  { trees, acceptances, stated, origin }: PasswordsToRecord,
): Promise<RecordedPasswords> {
  const { caller } = context;
  const by = { origin, createdBy: caller.kind === "user" ? caller.key : null, runKey: null };
  const entries = await addEntries(
    context,
    trees,
    stated.map((one) => ({ ...one, ...by })),
  );
  const isAtOnce = ({ managedAccountKey }: Entry) => {
    const acceptance = acceptances.get(managedAccountKey);
    return acceptance !== undefined && "counts" in acceptance && acceptance.counts === "atOnce";
  };
  await confirmAtOnce(context, entries.filter(isAtOnce));
  const toVerify = entries.filter((entry) => !isAtOnce(entry)).map(({ managedAccountKey }) => managedAccountKey);
  const entryKeys = entries.map(({ key }) => key);
  if (toVerify.length === 0) return { entryKeys, runKey: null };
  const verified = { kind: "verify", reason: "asked", policyId: null } as const;
  const run = await startRun(context, { ...verified, accountKeys: [...new Set(toVerify)] });
  return { entryKeys, runKey: run.key };
}

/** Confirms entries at once. An account has one password, so other uncertain entries fail, except those that may still be set. */
async function confirmAtOnce(context: CallContext, recorded: readonly Entry[]): Promise<void> {
  if (recorded.length === 0) return;
  const { store, clock } = context;
  const settledAt = clock.now();
  const trees = await readTrees(store, [...new Set(recorded.map(({ managedAccountKey }) => managedAccountKey))]);
  const late = new Set((await ordersInFlight(store, [...trees.keys()], settledAt)).map(({ entryKey }) => entryKey));
  const confirmed = new Set(recorded.map(({ key }) => key));
  const uncertain = [...trees.values()].flatMap(({ entries }) => entries.filter(({ status }) => status === "U"));
  const settled = uncertain.filter(({ key }) => confirmed.has(key) || !late.has(key));
  const rises = settled.map(({ key, managedAccountKey }) => ({
    ...({ key, status: confirmed.has(key) ? "C" : "failed" } as const),
    ...(confirmed.has(key) && { sureOf: trees.get(managedAccountKey)?.account.doubts ?? 0 }),
    settledAt,
  }));
  await raiseEntries(context, trees, rises);
}
