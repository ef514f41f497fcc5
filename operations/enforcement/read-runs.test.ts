import { afterEach, beforeEach, expect, test } from "vitest";

import { invoke } from "#operations/kernel/invoke.ts";
import { type EnforcementRoom, openEnforcementRoom, operator } from "#test/support/enforcement-room.ts";

import { listNames } from "./read-runs.ts";

let room: EnforcementRoom;

beforeEach(async () => {
  room = await openEnforcementRoom();
});
afterEach(() => room.close());

test("people, roles and groups have their names in a report; what is gone has none", async () => {
  const roleKey = await room.role("SALES", {});
  const names = (of: "users" | "roles" | "groups", ...keys: readonly string[]) =>
    invoke(listNames, room.context, operator, { of, keys: [...keys] });
  expect(await names("users", room.keyOf("ada"), "gone")).toEqual(new Map([[room.keyOf("ada"), "ada"]]));
  expect(await names("roles", roleKey)).toEqual(new Map([[roleKey, "SALES"]]));
  expect(await names("groups", "sales", "gone")).toEqual(new Map([["sales", "sales"]]));
});
