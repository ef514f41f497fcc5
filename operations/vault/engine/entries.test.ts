import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import type { CallContext } from "#operations/kernel/context.ts";
import { ManualClock } from "#platform/clock.ts";
import { openTestService, type TestService } from "#test/support/service.ts";

import { addEntries, lockTrees, raiseEntries, readTrees, type Rise, secretOf } from "./entries.ts";

const clock = new ManualClock();
const managedAccountKey = "m";
const hourMs = 3_600_000;
const canary = "canary-5 of the vault";
let opened: TestService;
let context: CallContext;

beforeEach(async () => {
  opened = await openTestService({ clock });
  context = opened.context as CallContext;
  const account = { accountKey: "a", managedSystemKey: "s", status: "U", policyId: "P" } as const;
  const policy = { description: "servers", mode: "push", managedByNode: "node1", disclosurePlugins: [] } as const;
  await opened.store.transaction(async () => {
    await opened.store.add("managedSystemPolicies", {
      id: "P",
      changeIntervalHours: 24,
      checkoutMaxMinutes: 60,
      enabled: true,
      ...policy,
    });
    await opened.store.add("managedAccounts", { key: managedAccountKey, ...account });
  });
});
afterEach(() => opened.close());

const add = (password: string, origin: "imported" | "randomized" = "randomized") =>
  opened.store.transaction(async () => {
    const trees = await lockTrees(context, [managedAccountKey]);
    const entry = { managedAccountKey, secret: new Secret(password), origin, createdBy: null, runKey: null };
    const [added] = await addEntries(context, trees, [entry]);
    return added?.key ?? "";
  });
const raise = (...rises: Rise[]) =>
  opened.store.transaction(async () => {
    const raised = await raiseEntries(context, await lockTrees(context, [managedAccountKey]), rises);
    return raised.get(managedAccountKey);
  });
const now = async () => (await readTrees(opened.store, [managedAccountKey])).get(managedAccountKey);

describe("entries of the vault", () => {
  it("bring their account up to what they say, with the next change by its policy", async () => {
    const first = await add("first", "imported");
    expect((await now())?.account).toMatchObject({ status: "U", lastRandomized: null });
    const at = clock.now();
    await raise({ key: first, status: "C", settledAt: at, openedAt: at });
    expect((await now())?.account).toMatchObject({ status: "C", lastRandomized: null, nextRandomized: null });
    const second = await add("second");
    expect((await now())?.account.status).toBe("U");
    const raised = await raise({ key: second, status: "C", settledAt: at + 5, openedAt: at + 5 });
    const { account, tree } = raised ?? {};
    expect(account).toMatchObject({ status: "C", lastRandomized: at + 5, nextRandomized: at + 5 + 24 * hourMs });
    expect(tree?.giveOut.map(({ key, parentKey }) => [key, parentKey])).toEqual([[second, first]]);
    expect(await now()).toMatchObject({ account: { ...account }, tree: { state: "C" } });
  });

  it("give both passwords while one is uncertain, and stay in conflict where none opens", async () => {
    const first = await add("first", "imported");
    await raise({ key: first, status: "C", settledAt: 10, openedAt: 10 });
    const second = await add("second");
    const { tree } = (await now()) ?? {};
    const given = tree?.giveOut.map((entry) => secretOf(opened.store, entry).use((text) => text));
    expect(given).toEqual(["second", "first"]);
    await raise({ key: first, refusedAt: 20 }, { key: second, refusedAt: 20 });
    expect(await now()).toMatchObject({ account: { status: "conflict" }, entries: { length: 2 } });
    await raise({ key: second, status: "C", settledAt: 30, openedAt: 30 });
    expect((await now())?.account.status).toBe("C");
  });

  it("take what comes late or twice without a word, and keep what is higher", async () => {
    const key = await add("first", "imported");
    await raise({ key, status: "C", settledAt: 30, openedAt: 30 });
    const before = (await now())?.entries;
    await raise({ key, status: "failed", settledAt: 20, openedAt: 20, refusal: "too late" });
    expect((await now())?.entries).toMatchObject([{ status: "C", settledAt: 30, openedAt: 30 }]);
    expect(before).toHaveLength(1);
  });

  it("are written for accounts alone that are locked", async () => {
    const entry = {
      managedAccountKey,
      secret: new Secret("x"),
      origin: "imported",
      createdBy: null,
      runKey: null,
    } as const;
    const written = opened.store.transaction(() => addEntries(context, new Map(), [entry]));
    await expect(written).rejects.toMatchObject({ detail: "managed account m is not locked" });
  });

  it("show their passwords neither in the change log nor in the database, but sealed", async () => {
    await add(canary, "imported");
    const changes = await opened.store.changeLog.read(0, 1_000);
    expect(JSON.stringify(changes)).toContain("vaultEntries");
    expect(JSON.stringify(changes)).not.toContain(canary);
    expect(JSON.stringify(await opened.store.select("vaultEntries"))).not.toContain(canary);
  });
});
