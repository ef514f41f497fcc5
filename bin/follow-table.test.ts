import { expect, test } from "vitest";

import { createPolicyEngine } from "#policies/engine.ts";
import { createReloadableEngine } from "#policies/reloadable-engine.ts";

import { followTable } from "./follow-table.ts";

const allows = (expression: string) => [{ name: "p", resource: null, expression }];
const principal = { key: "a", id: "ada", superuser: false, classes: [] };

function follow() {
  const engine = createReloadableEngine(createPolicyEngine([]));
  const loads: { give(policies: ReturnType<typeof allows>): void; fail(error: Error): void }[] = [];
  const failures: unknown[] = [];
  let changed: (() => void) | undefined;
  const followed = followTable({
    table: "policies",
    async load() {
      const loaded = await new Promise<ReturnType<typeof allows>>((give, fail) => loads.push({ give, fail }));
      engine.replace(createPolicyEngine(loaded, { broken: "deny" }));
    },
    changes: {
      subscribe({ tables, onChange }) {
        const change = {
          table: "policies",
          key: "p",
          operation: "update",
          version: 1,
          data: {},
          source: "log",
        } as const;
        if (tables.includes("policies")) changed = () => onChange(change);
        return () => (changed = undefined);
      },
    },
    log: { error: (...said: readonly unknown[]) => failures.push(said[0]) },
    failure: "not yet",
    retryMs: 1,
  });
  return {
    engine,
    loads,
    failures,
    followed,
    change: () => changed?.(),
    allowed: () => engine.decide("p", { principal }).allowed,
  };
}

test("before the first load everything is denied; a load replaces all policies at once", async () => {
  const { engine, loads, followed, allowed } = follow();
  expect(allowed()).toBe(false);
  const { version } = engine;
  const loaded = followed.reload();
  loads[0]?.give(allows("true"));
  await loaded;
  expect([allowed(), engine.version > version]).toEqual([true, true]);
});

test("a call that has begun keeps the policies that it began with", async () => {
  const { engine, loads, followed } = follow();
  const begun = engine.current();
  const loaded = followed.reload();
  loads[0]?.give(allows("true"));
  await loaded;
  expect([begun.has("p"), engine.has("p"), engine.current().has("p")]).toEqual([false, true, true]);
});

test("a change during a load is loaded after it, and many of them once", async () => {
  const { loads, followed, change, allowed } = follow();
  const first = followed.reload();
  change();
  change();
  const last = followed.reload();
  expect(loads).toHaveLength(1);
  loads[0]?.give(allows("false"));
  await first;
  await expect.poll(() => loads.length).toBe(2);
  loads[1]?.give(allows("true"));
  await last;
  expect([loads.length, allowed()]).toEqual([2, true]);
});

test("a load that fails leaves what is in force, is told, and is tried again until it is done", async () => {
  const { loads, failures, followed, change, allowed } = follow();
  const first = followed.reload();
  loads[0]?.give(allows("true"));
  await first;
  change();
  loads[1]?.fail(new Error("away"));
  await expect.poll(() => loads.length).toBe(3);
  expect([failures, allowed()]).toEqual([[{ err: new Error("away") }], true]);
  loads[2]?.fail(new Error("still away"));
  await expect.poll(() => loads.length).toBe(4);
  loads[3]?.give(allows("false"));
  await expect.poll(allowed).toBe(false);
  expect(failures).toHaveLength(2);
});

test("who asks for a load is told that it has failed", async () => {
  const { loads, followed } = follow();
  const refused = followed.reload();
  loads[0]?.fail(new Error("away"));
  await expect(refused).rejects.toThrow("away");
});

test("a policy that is broken in the source denies, and the others are in force", async () => {
  const { engine, loads, followed } = follow();
  const loaded = followed.reload();
  loads[0]?.give([...allows("tru"), { name: "q", resource: null, expression: "true" }]);
  await loaded;
  expect([engine.has("p"), engine.has("q"), engine.fault("p")]).toEqual([
    false,
    true,
    expect.stringContaining("broken at 1:1"),
  ]);
});

test("after its end nothing is followed", () => {
  const { loads, followed, change } = follow();
  followed.stop();
  change();
  expect(loads).toEqual([]);
});
