import { Secret } from "#connectors/contract/index.ts";
import { runWorkflow } from "#domain/runs/run-step.ts";
import type { CallContext } from "#operations/kernel/context.ts";
import { addEntries, lockTrees, readTrees, secretOf } from "#operations/vault/engine/entries.ts";
import type { Row, Save } from "#store/tables.ts";

import { changeDirectory, type FaultRow, faultHash } from "./fault-directory.ts";
import { eventually, type Journey } from "./journey.ts";
import { callerOf } from "./service.ts";

const caller = callerOf({ key: "", id: "engine", superuser: false }, { kind: "engine", key: null });

/** Returns the context of a call, with which a test writes what operations write. */
export const callContext = ({ context }: Pick<Journey, "context">): CallContext => ({
  ...context,
  caller,
  visible: new Map(),
  operationId: null,
  startedAt: 0,
});

/** Policy of the accounts of the room. */
export const roomPolicy = "ROOM";

/** Options for managed accounts. */
export interface ManagedOptions {
  readonly targetSystemKey?: string;
  /** File of the directory behind the target. */
  readonly directory?: string;
  /** True if the vault has the password of each account, confirmed. */
  readonly imported?: boolean;
  readonly policy?: Partial<Save<"managedSystemPolicies">>;
}

/** Returns the first password of an account. */
export const firstPassword = (name: string) => `first-of-${name}`;

/** Makes accounts in the directory behind a target and puts them under management; returns the keys of the managed accounts by name. */
export async function manage(
  journey: Journey,
  names: readonly string[],
  { targetSystemKey = "T1", directory = journey.directory, imported = true, policy = {} }: ManagedOptions = {},
): Promise<ReadonlyMap<string, string>> {
  const { store, context } = journey;
  const ids = new Map<string, string>();
  changeDirectory(directory, (database) => {
    const insert = database.prepare(
      "INSERT INTO objects (type, name, attributes, password, createdBy) VALUES ('account', ?, '{}', ?, '')",
    );
    for (const name of names) ids.set(name, String(insert.run(name, faultHash(firstPassword(name))).lastInsertRowid));
  });
  const managed = new Map(names.map((name) => [name, context.ids.guid()]));
  const call = callContext(journey);
  await store.transaction(async () => {
    const rules = { description: "", changeIntervalHours: 720, checkoutMaxMinutes: 60, disclosurePlugins: [] };
    if (!(await store.get("managedSystemPolicies", roomPolicy)))
      await store.add("managedSystemPolicies", {
        id: roomPolicy,
        mode: "push",
        managedByNode: store.node,
        enabled: true,
        ...rules,
        ...policy,
      });
    const systemKey = context.ids.guid();
    await store.add("managedSystems", {
      key: systemKey,
      id: `system of ${targetSystemKey}`,
      description: "",
      type: "fault",
      mode: "push",
      targetSystemKey,
    });
    for (const name of names) {
      const accountKey = context.ids.guid();
      const text = { stableId: ids.get(name) ?? "", longId: name, shortId: name, displayId: name };
      await store.add("accounts", { key: accountKey, targetSystemKey, ...text });
      const key = managed.get(name) ?? "";
      await store.add("managedAccounts", {
        key,
        accountKey,
        managedSystemKey: systemKey,
        policyId: roomPolicy,
        status: "U",
      });
    }
    if (!imported) return;
    const trees = await lockTrees(call, [...managed.values()]);
    const entries = await addEntries(
      call,
      trees,
      names.map((name) => ({
        managedAccountKey: managed.get(name) ?? "",
        ...({ secret: new Secret(firstPassword(name)), origin: "imported", createdBy: null, runKey: null } as const),
      })),
    );
    const at = context.clock.now();
    for (const { key } of entries) await store.save("vaultEntries", { key, status: "C", settledAt: at, openedAt: at });
    for (const key of managed.values()) await store.save("managedAccounts", { key, status: "C" });
  });
  return managed;
}

/** Begins a run over accounts as an operation does, and returns its key. */
export async function beginRun(
  { store, context, engine }: Journey,
  accountKeys: readonly string[],
  kind: "randomize" | "verify" = "randomize",
): Promise<string> {
  const key = context.ids.guid();
  const asked = { key, kind, reason: "asked", requestId: "call", state: "queued" } as const;
  await store.transaction(async () => {
    await store.add("runs", { ...asked, accountKeys: [...accountKeys], createdAt: context.clock.now() });
    await store.outbox.add({ workflowType: runWorkflow, workflowId: key });
  });
  engine.dispatch.nudge();
  return key;
}

/** Waits until a run has ended. */
export const runEnded = (journey: Journey, key: string): Promise<Row<"runs">> =>
  eventually(`run ${key} ended`, async () => {
    const row = await journey.store.get("runs", key);
    return row !== undefined && row.endedAt !== null ? row : undefined;
  });

/**
 * Returns a managed account with its entries. `given` says of each password that the vault gives out whether it opens the account on the
 * target.
 */
export async function given(journey: Journey, key: string, directory = journey.directory) {
  const { store } = journey;
  const held = (await readTrees(store, [key])).get(key);
  if (held === undefined) throw new Error(`no managed account ${key}`);
  const account = await store.get("accounts", held.account.accountKey);
  let hash: string | null = null;
  changeDirectory(directory, (database) => {
    const row = database.prepare("SELECT * FROM objects WHERE id = ?").get(Number(account?.stableId)) as FaultRow;
    hash = row.password;
  });
  const opens = (entry: Row<"vaultEntries">) => secretOf(store, entry).use(faultHash) === hash;
  return {
    status: held.account.status,
    account: held.account,
    entries: held.entries,
    given: held.tree.giveOut.map(opens),
    anyOpens: held.entries.some(opens),
  };
}
