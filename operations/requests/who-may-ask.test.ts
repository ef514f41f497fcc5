import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { policyOf } from "#domain/policy-name.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { resetPolicy } from "#operations/policies/reset-policy.ts";
import { setPolicy } from "#operations/policies/set-policy.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";
import { callerOf } from "#test/support/service.ts";

import { submit } from "./submit.ts";

let room: RequestRoom;
const create = { code: "ACUA", targetSystemKey: "T1" };

beforeAll(async () => {
  room = await openRequestRoom({ targets: { T1: [{ authorizers: ["bob"] }], FREE: [] } });
  const group = { longId: "x", shortId: "x", displayId: "x", targetSystemKey: "T1" };
  await room.store.transaction(() => room.store.save("groups", { ...group, key: "staff", stableId: "3" }));
});
afterAll(() => room.close());

describe("who may ask", () => {
  const policy = policyOf.create("requests");
  const superuser = callerOf({ key: "root", id: "root", superuser: true });
  const forBob = { recipientKey: "", operations: [create] };
  beforeAll(() => {
    forBob.recipientKey = room.keyOf("bob");
  });

  test("everybody for themselves, and superusers for everybody", async () => {
    await expect(invoke(submit, room.context, room.as("ada"), forBob)).rejects.toMatchObject({
      code: "FORBIDDEN",
      target: policy,
    });
    expect((await room.submit([create])).status).toBe("W");
    expect((await invoke(submit, room.context, superuser, forBob)).status).toBe("W");
  });

  test("managers for their direct reports, as the organisation says now", async () => {
    const manage = (managerKey: string | null) =>
      room.store.transaction(() => room.store.save("users", { key: room.keyOf("bob"), managerKey }));
    await manage(room.keyOf("ada"));
    expect(await invoke(submit, room.context, room.as("ada"), forBob)).toMatchObject({
      status: "W",
      requesterKey: room.keyOf("ada"),
      recipientKey: room.keyOf("bob"),
    });
    await expect(invoke(submit, room.context, room.as("cy"), forBob)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await manage(null);
    await expect(invoke(submit, room.context, room.as("ada"), forBob)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  test("a recipient that does not exist is no answer for those who may not ask for others", async () => {
    await expect(room.submit([create], { recipientKey: "nobody" })).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  test.each([{ recipientKey: undefined }, { recipientKey: 1 }, { operations: undefined }, { operations: [null] }])(
    "a slip such as %j is told as one",
    async (part) => {
      await expect(room.submit([create], part)).rejects.toMatchObject({ code: "INPUT_INVALID" });
    },
  );

  test.each([
    ["recipient", "resource.recipientKey != principal.key", { operations: [create] }, {}],
    ["codes", "resource.codes.all(code, code == 'ACUA')", {}, { operations: [{ ...create, code: "CRTG" }] }],
    [
      "targets",
      "'T1' in resource.targetSystemKeys && size(resource.targetSystemKeys) == 1",
      {},
      { operations: [{ ...create, targetSystemKey: "FREE" }] },
    ],
    [
      "groups",
      "!('staff' in resource.groupKeys)",
      {},
      { operations: [create, { code: "GRUA", targetSystemKey: "T1", groupKey: "staff" }] },
    ],
  ])("a policy may read the %s", async (fact, expression, allowed, denied) => {
    await invoke(setPolicy, room.context, superuser, { key: policy, expression });
    const own = fact === "recipient" ? { recipientKey: room.keyOf("ada") } : {};
    const ask = (part: object) => invoke(submit, room.context, room.as("ada"), { ...forBob, ...part });
    await expect(ask(allowed)).resolves.toMatchObject({ status: "W" });
    await expect(ask({ ...denied, ...own })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await invoke(resetPolicy, room.context, superuser, { key: policy });
  });
});
