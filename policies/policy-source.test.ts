import { expect, test } from "vitest";

import type { Policy } from "./default-policies.ts";
import { createPolicyEngine } from "./engine.ts";
import { followPolicies } from "./policy-source.ts";
import { createReloadableEngine } from "./reloadable-engine.ts";

const allows = (expression: string): Policy[] => [{ name: "p", resource: null, expression }];
const principal = { key: "a", id: "ada", superuser: false, classes: [] };

function follow() {
  const engine = createReloadableEngine(createPolicyEngine([]));
  const loads: { give(policies: readonly Policy[]): void; fail(error: Error): void }[] = [];
  const failures: unknown[] = [];
  let changed: (() => void) | undefined;
  const followed = followPolicies(
    {
      load: () => new Promise((give, fail) => loads.push({ give, fail })),
      onChange(tell) {
        changed = tell;
        return () => (changed = undefined);
      },
    },
    engine,
    (error) => failures.push(error),
  );
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

test("a load that fails leaves what is in force, is told, and does not stop the next one", async () => {
  const { loads, failures, followed, change, allowed } = follow();
  const first = followed.reload();
  loads[0]?.give(allows("true"));
  await first;
  change();
  loads[1]?.fail(new Error("away"));
  await expect.poll(() => failures).toEqual([new Error("away")]);
  expect(allowed()).toBe(true);
  const refused = followed.reload();
  loads[2]?.fail(new Error("still away"));
  await expect(refused).rejects.toThrow("still away");
  const again = followed.reload();
  loads[3]?.give(allows("false"));
  await again;
  expect(allowed()).toBe(false);
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
