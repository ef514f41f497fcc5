import { afterEach, beforeEach, expect, test } from "vitest";

import { engineCaller } from "#operations/kernel/callers.ts";
import type { Caller } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { createAttributeDefinition } from "#operations/target-systems/change-attribute-definitions.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

let room: RequestRoom;
const engine = engineCaller("psupdate", "test");

beforeEach(async () => {
  room = await openRequestRoom({ targets: { T1: [] } });
});
afterEach(() => room.close());

const define = (caller: Caller, targetSystemId: string) =>
  invoke(createAttributeDefinition, room.context, caller, {
    targetSystemId,
    attribute: "phone",
    discoveredObjectType: "user",
  });

test("the engine sees every row, and is told of one that is not there", async () => {
  expect(await define(engine, "T1")).toMatchObject({ targetSystemId: "T1", attribute: "phone" });
  await expect(define(engine, "T2")).rejects.toMatchObject({ code: "NOT_FOUND", target: "targetSystems('T2')" });
});

test("a user sees what the policy of the set shows, and of nothing else that it is there", async () => {
  const ada = room.as("ada");
  for (const target of ["T1", "T2"]) await expect(define(ada, target)).rejects.toMatchObject({ code: "FORBIDDEN" });
  const defined = await room.store.select("targetSystemAttributeDefinitions", { where: { attribute: "phone" } });
  expect(defined).toEqual([]);
});
