import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import type { ServiceError } from "#domain/errors.ts";
import { changedRules, initialRules, type RuleChanges } from "#domain/passwords/password-rules.ts";
import type { Operation } from "#operations/kernel/define-operation.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { resetPasswords } from "#operations/users/reset-passwords.ts";
import { writePlugins } from "#test/support/plug-in-files.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { changePassword, resetPassword } from "./account-passwords.ts";
import { createAccount } from "./create-account.ts";
import { checkOwnPassword } from "./engine/check-password.ts";
import { updateAccount } from "./update-account.ts";

let room: RequestRoom;
beforeEach(async () => {
  room = await openRequestRoom({
    classes: { ADMINS: ["ada"], LATER: ["bob"] },
    capabilities: ["create", "update", "get", "resetPassword", "changePassword"],
    targets: { T1: [] },
  });
  await room.store.transaction(async () => {
    await room.store.save("users", { key: room.keyOf("dan"), superuser: true });
    const group = { id: "DEFAULT", passwordChangeRestriction: "anyNumber", passwordPolicyId: "DEFAULT" } as const;
    await room.store.save("targetGroups", group);
    await room.store.save("userClasses", { id: "_ALLUSERS_", description: "everybody", condition: "true" });
    const names = { longId: "al42", shortId: "al42", displayId: "al42", targetSystemKey: "T1" };
    for (const [key, userKey] of [
      ["ada's", room.keyOf("ada")],
      ["bob's", room.keyOf("bob")],
      ["nobody's", null],
    ] as const)
      await room.store.save("accounts", { ...names, key, stableId: key, userKey });
  });
});
afterEach(() => room.close());

/** Saves a policy, and ties it to a class. */
async function tie(userClass: string | null, id: string, changes: RuleChanges): Promise<void> {
  await room.store.transaction(async () => {
    await room.store.save("passwordPolicies", { id, description: id, ...changedRules(initialRules(), changes) });
    if (userClass !== null) await room.store.save("userClasses", { id: userClass, passwordPolicyId: id });
  });
}

const root = () => ({ ...room.as("dan"), superuser: true });
const call = <I, O, P>(operation: Operation<I, O, P>, input: object, as = root()) =>
  invoke(operation, room.context, as, input);
async function broken(pending: Promise<unknown>): Promise<string[]> {
  const error = await pending.then(
    () => undefined,
    (refused: ServiceError) => refused,
  );
  if (error !== undefined) expect([error.code, error.message]).toEqual(["PASSWORD_STRENGTH", expect.any(String)]);
  return (error?.details ?? []).map(({ target }) => target);
}
const password = new Secret("Blue-Kettle-77");
const reset = (key: string, as = root()) => broken(call(resetPassword, { key, password }, as));

describe("the policy of a user class", () => {
  test("holds besides that of the target group in every door, for the accounts of its members", async () => {
    await tie("ADMINS", "LONG", { length: { minLength: { value: 20 } } });
    const doors = [
      call(resetPassword, { key: "ada's", password }),
      call(updateAccount, { key: "ada's", password }),
      call(updateAccount, { key: "nobody's", password, userKey: room.keyOf("ada") }),
      call(changePassword, { key: "ada's", password, currentPassword: new Secret("x") }, room.as("ada")),
      call(createAccount, { targetSystemKey: "T1", shortId: "n1", userKey: room.keyOf("ada"), password }),
      call(resetPasswords, { key: room.keyOf("ada"), password }),
    ];
    for (const rules of await Promise.all(doors.map(broken))) expect(rules).toEqual(["length.minLength"]);
    expect(await reset("bob's")).toEqual([]);
    expect(await reset("nobody's")).toEqual([]);
  });

  test("holds for passwords of the service itself", async () => {
    await tie("ADMINS", "LONG", { length: { minLength: { value: 20 } } });
    const own = async (id: string) => {
      const user = await room.store.get("users", room.keyOf(id));
      if (user === undefined) throw new Error("no such user");
      return broken(checkOwnPassword({ ...room.context, caller: root(), visible: new Map() } as never, user, password));
    };
    expect(await own("ada")).toEqual(["length.minLength"]);
    expect(await own("bob")).toEqual([]);
  });

  test("counts with those of all other classes, and weakens nothing", async () => {
    await tie("ADMINS", "SIGNS", {
      length: { minLength: { value: 1 } },
      character: { minSpecial: { mode: "required", value: 3 } },
    });
    await tie("_ALLUSERS_", "DIGITS", { character: { minDigits: { value: 3 } } });
    expect(await reset("ada's")).toEqual(["character.minDigits", "character.minSpecial"]);
    expect(await reset("bob's")).toEqual(["character.minDigits"]);
    expect(await broken(call(resetPassword, { key: "ada's", password: new Secret("a-B-1-2-3") }))).toEqual([]);
    expect(await broken(call(resetPassword, { key: "ada's", password: new Secret("a-B-12") }))).toContain(
      "length.minLength",
    );
  });
});

describe("the old password that a rule needs", () => {
  const similar = { history: { notOldPasswordSimilar: { mode: "required", value: 4 } } } as const;

  test("is asked of owners who could have given it, and of nobody else", async () => {
    await tie(null, "DEFAULT", similar);
    const own = { ...room.as("ada"), superuser: true };
    expect(await reset("ada's", own)).toEqual(["history.notOldPasswordSimilar"]);
    await expect(call(resetPassword, { key: "ada's", password }, own)).rejects.toMatchObject({
      details: [{ message: expect.stringContaining("changePassword") }],
    });
    expect(await broken(call(resetPasswords, { key: room.keyOf("ada"), password }, own))).toEqual([
      "history.notOldPasswordSimilar",
    ]);
    const queued = await call(resetPassword, { key: "ada's", password });
    expect(queued.warnings).toMatchObject([{ rule: "history.notOldPasswordSimilar" }]);
    const change = { key: "ada's", password, currentPassword: new Secret("Red-Umbrella-5") };
    expect(await broken(call(changePassword, change, room.as("ada")))).toEqual([]);
  });

  test("is not asked of owners whose target system lets nobody change a password", async () => {
    await tie(null, "DEFAULT", similar);
    await room.store.transaction(async () => {
      const [proxy] = await room.store.select("proxyServers");
      const connectors = (proxy?.connectors ?? []).map((one) => ({ ...one, capabilities: ["resetPassword"] as const }));
      await room.store.save("proxyServers", { id: "local", connectors });
    });
    expect(await reset("ada's", { ...room.as("ada"), superuser: true })).toEqual([]);
  });
});

describe("plug-ins of policies", () => {
  beforeEach(() =>
    writePlugins(room, {
      "told.mjs":
        "export const run = ({ user, account, passwordPolicyId }) => ({ accepted: false, message: `${user?.id} ${account?.id} ${passwordPolicyId}` });",
      "broken.mjs": "export const run = () => { throw new Error('out of order'); };",
      "silent.mjs": "export const run = () => undefined;",
      "yes.mjs": "export const run = () => ({ accepted: true });",
    }),
  );
  const plugin = (value: string) => ({ custom: { plugin: { mode: "required", value } } }) as const;

  test("are told whose password it is and by which policy they are asked, and refuse in their own words", async () => {
    await tie("ADMINS", "ASKS", plugin("told.mjs"));
    await expect(call(resetPassword, { key: "ada's", password })).rejects.toMatchObject({
      code: "PASSWORD_STRENGTH",
      details: [
        { target: "custom.plugin", message: "plugin told.mjs: The plug-in refuses the password: ada al42 ASKS" },
      ],
    });
    expect(await reset("bob's")).toEqual([]);
  });

  test.each(["broken.mjs", "silent.mjs", "gone.mjs"])("refuse where they give no usable answer: %s", async (name) => {
    await tie(null, "DEFAULT", plugin(name));
    await expect(call(resetPassword, { key: "ada's", password })).rejects.toMatchObject({
      details: [{ message: expect.stringContaining(`plugin ${name}: The plug-in gave no usable answer`) }],
    });
    expect(await room.store.count("reqbatch")).toBe(0);
  });

  test("are all asked, and pass what all accept", async () => {
    await tie(null, "DEFAULT", plugin("yes.mjs"));
    expect(await reset("ada's")).toEqual([]);
    await tie("ADMINS", "ASKS", plugin("told.mjs"));
    expect(await reset("ada's")).toEqual(["custom.plugin"]);
  });

  test("are not told a password that is refused anyway", async () => {
    await tie(null, "DEFAULT", plugin("broken.mjs"));
    const weak = call(resetPassword, { key: "ada's", password: new Secret("weak") });
    expect(await broken(weak)).not.toContain("custom.plugin");
  });
});
