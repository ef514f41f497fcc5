import { afterAll, beforeAll, expect, test } from "vitest";

import type { TargetObject } from "#connectors/contract/index.ts";
import { start } from "#test/support/ldap-target.ts";

import { Bench } from "../contract/kit/bench.ts";
import type { KitTarget } from "../contract/kit/target.ts";
import ldap from "./ldap.ts";

let target: KitTarget;
let bench: Bench;

beforeAll(async () => {
  target = await start();
  bench = new Bench(ldap, target);
});

afterAll(async () => {
  await bench?.clear();
  await target?.stop();
});

async function begin() {
  const { session, calls } = await bench.begin();
  const rename = (ref: TargetObject, name: string) =>
    calls.update({ type: "account", ref, deltas: [{ attr: "name", replace: [name] }] });
  const tries = async (account: TargetObject, suffix: string) => {
    const answer = await calls.verify({ account, password: bench.password(suffix) });
    return answer.ok ? "ok" : answer.reason;
  };
  return { session, calls, rename, tries };
}

test("the password of an account that was renamed since is judged as it is, and a wrong one counts once", async () => {
  const { session, calls, rename, tries } = await begin();
  const account = await bench.make(session, "account", bench.password("-1"));
  await rename(account, bench.name("new"));
  expect(await tries(account, "-1")).toBe("ok");
  for (let count = 1; count < 5; count += 1) expect(await tries(account, "-no")).toBe("invalid");
  expect(await tries(account, "-1")).toBe("ok");
  await calls.resetPassword({ account, password: bench.password("-2") });
  expect(await tries(account, "-2")).toBe("ok");
  expect(await tries(account, "-1")).toBe("invalid");
});

test("where another account has the name by now, its password opens and sets nothing of the one that is meant", async () => {
  const { session, calls, rename, tries } = await begin();
  const account = await bench.make(session, "account", bench.password("-1"));
  await rename(account, bench.name("new"));
  const other = await bench.create(session, { name: account.name, password: bench.password("-2") });
  expect(other.attributes["dn"]).toEqual(account.attributes["dn"]);
  expect(await tries(account, "-2")).toBe("invalid");
  expect(await tries(account, "-1")).toBe("ok");
  await calls.resetPassword({ account, password: bench.password("-3") });
  expect([await tries(account, "-3"), await tries(other, "-2")]).toEqual(["ok", "ok"]);
});

test("an account that was deleted is not found, though another one has its name", async () => {
  const { session, calls } = await begin();
  const account = await bench.make(session, "account", bench.password("-1"));
  await calls.delete({ type: "account", ref: account });
  await bench.create(session, { name: account.name, password: bench.password("-1") });
  await bench.refusal(() => calls.verify({ account, password: bench.password("-1") }), "notFound");
  await bench.refusal(() => calls.resetPassword({ account, password: bench.password("-2") }), "notFound");
});
