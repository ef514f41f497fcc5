import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { phaseAuthorizersMax } from "#domain/limits.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { updateTargetSystem } from "#operations/target-systems/change-target-systems.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

let room: RequestRoom;
const create = { code: "ACUA", targetSystemKey: "T1" };
const root = () => ({ ...room.as("dan"), superuser: true });
const setUser = (id: string, part: object) =>
  room.store.transaction(() => room.store.save("users", { ...part, key: room.keyOf(id) }));
const authorizeBy = (authorizers: readonly object[], part: object = {}) =>
  invoke(updateTargetSystem, room.context, root(), {
    key: "T1",
    authorizationPhases: [{ sequence: 1, authorizers, ...part }],
  });

beforeEach(async () => {
  room = await openRequestRoom({ classes: { _ALLUSERS_: [], _MANAGER_DIRECT_: [], _HELP_DESK_: [], TEAM: ["bob"] } });
  const group = { id: "DEFAULT", passwordChangeRestriction: "anyNumber", passwordPolicyId: "DEFAULT" } as const;
  await room.store.transaction(() => room.store.save("targetGroups", group));
});
afterEach(() => room.close());

async function authorizersOf(request: { readonly key: string }): Promise<string[]> {
  const rows = await room.store.select("requestAuthorizers", { where: { requestKey: request.key } });
  const names = new Map(["ada", "bob", "cy", "dan"].map((id) => [room.keyOf(id), id]));
  return rows.map(({ userKey }) => names.get(userKey) ?? userKey).toSorted();
}

describe("a phase for everybody", () => {
  test("asks every user who is not disabled, and one of them may decide it", async () => {
    await setUser("cy", { disabled: true });
    await authorizeBy([
      { userClass: "_ALLUSERS_", veto: true },
      { userKey: room.keyOf("bob"), inputRequired: true },
    ]);
    const request = await room.submit([create]);
    expect([request.status, await authorizersOf(request)]).toEqual(["W", ["ada", "bob", "dan"]]);
    await room.decide("bob", request, { phase: 1, decision: "approve" });
    expect((await room.step(request)).do).toBe("perform");
  });

  test("is refused where it would ask more people than a phase can hold", async () => {
    await authorizeBy([{ userClass: "_ALLUSERS_" }]);
    await room.store.transaction(async () => {
      for (let index = 0; index < phaseAuthorizersMax; index++)
        await room.store.add("users", { key: `u${index}`, id: `u${index}` });
    });
    const tooMany = { code: "LIMIT_EXCEEDED", message: expect.stringContaining("_ALLUSERS_") };
    expect(await room.submit([create])).toMatchObject({
      status: "H",
      holdReason: `Phase 1 asks more than ${phaseAuthorizersMax} people, and MAX AUTH ALLOWED is 20.`,
    });
    await expect(authorizeBy([{ userClass: "_ALLUSERS_" }])).rejects.toMatchObject(tooMany);
  });
});

describe("a phase for the recipient's direct manager", () => {
  beforeEach(() => authorizeBy([{ userClass: "_MANAGER_DIRECT_" }]));

  test("asks that manager alone", async () => {
    await setUser("ada", { managerKey: room.keyOf("cy") });
    const request = await room.submit([create]);
    expect([request.status, await authorizersOf(request)]).toEqual(["W", ["cy"]]);
    await room.decide("cy", request, { phase: 1, decision: "approve" });
    expect((await room.step(request)).do).toBe("perform");
  });

  test.each(["no manager", "a disabled manager", "themselves as manager"])(
    "refuses a request for somebody with %s, and says so",
    async (which) => {
      if (which === "a disabled manager") {
        await setUser("ada", { managerKey: room.keyOf("cy") });
        await setUser("cy", { disabled: true });
      }
      if (which === "themselves as manager") await setUser("ada", { managerKey: room.keyOf("ada") });
      await expect(room.submit([create])).rejects.toMatchObject({ code: "MANAGER_MISSING", target: "recipientKey" });
      expect(await room.store.count("reqbatch")).toBe(0);
    },
  );

  test("goes on with the other authorizers where they suffice", async () => {
    await authorizeBy([{ userClass: "_MANAGER_DIRECT_" }, { userClass: "TEAM" }]);
    expect(await authorizersOf(await room.submit([create]))).toEqual(["bob"]);
  });
});

test("tells of each person the ways that lead there", async () => {
  await setUser("ada", { managerKey: room.keyOf("cy") });
  await authorizeBy([{ userClass: "_MANAGER_DIRECT_" }, { userClass: "TEAM" }, { userKey: room.keyOf("bob") }]);
  const where = { requestKey: (await room.submit([create])).key };
  const rows = await room.store.select("requestAuthorizers", { where });
  expect(new Map(rows.map(({ userKey, via }) => [userKey, via]))).toEqual(
    new Map([
      [room.keyOf("cy"), ["manager"]],
      [room.keyOf("bob"), ["class('TEAM')", `user('${room.keyOf("bob")}')`]],
    ]),
  );
});

describe("a phase that would deny every request at once is refused when it is set", () => {
  test.each([
    ["of a class without members", [{ userClass: "_HELP_DESK_" }], {}],
    ["with more approvals than its class has members", [{ userClass: "TEAM" }], { minApprovals: 2 }],
    ["of one person by two ways", [{ userClass: "TEAM" }, "bob"], { minApprovals: 2 }],
    ["of two managers", [{ userClass: "_MANAGER_DIRECT_" }], { minApprovals: 2 }],
  ] as const)("%s", async (_what, authorizers, part) => {
    const named = authorizers.map((one) => (typeof one === "string" ? { userKey: room.keyOf(one) } : one));
    await expect(authorizeBy(named, part)).rejects.toMatchObject({
      code: "TARGET_PHASE_INVALID",
      target: "authorizationPhases.0.minApprovals",
      message: expect.stringMatching(/approvals.*people now/),
    });
  });

  test("and taken once there are enough people", async () => {
    await room.store.transaction(() =>
      room.store.save("userClassMembers", { key: "m", userClassId: "_HELP_DESK_", userKey: room.keyOf("cy") }),
    );
    await authorizeBy([{ userClass: "_HELP_DESK_" }, { userClass: "TEAM" }], { minApprovals: 2 });
    expect((await room.submit([create])).status).toBe("W");
  });
});
