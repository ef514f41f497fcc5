import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, expect, it } from "vitest";

import { userClassGatherMs } from "#domain/user-class-limits.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { addUserClass } from "#operations/user-classes/change-user-classes.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";

import { type ClassKeeper, createClassKeeper } from "./class-keeper.ts";

let api: TestApi;
let keeper: ClassKeeper;

beforeAll(async () => {
  api = await openTestApi();
  for (const id of ["ada", "bob"]) await api.addUser(id);
  const condition = "startswith(displayName,'a')";
  await invoke(addUserClass, api.context, engineCaller("cli", "test"), { id: "A", description: "A", condition });
  keeper = createClassKeeper(api.context);
  await keeper.keep();
});
afterAll(async () => {
  await keeper.stop();
  await api.close();
});

const rename = async (id: string, displayName: string) => {
  const [user] = await api.store.select("users", { where: { id } });
  await api.store.transaction(() => api.store.save("users", { key: user?.key ?? "", displayName }));
};
const members = () => api.store.count("userClassMembers", { userClassId: "A" });

it("goes on after changes that were gathered when a run had dealt with them already", async () => {
  await rename("ada", "another");
  // The change has been reported by now, and the gathered changes come after the run that handles it.
  await expect.poll(members, { interval: 5 }).toBe(1);
  await keeper.keep();
  await sleep(2 * userClassGatherMs);
  await rename("bob", "another");
  await expect.poll(members, { timeout: 20_000 }).toBe(2);
});
