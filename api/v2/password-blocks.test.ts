import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { errors } from "#domain/errors.ts";
import { openPasswordBlocksMax } from "#domain/password-block-limits.ts";
import { usualCapabilities } from "#test/support/organisation.ts";
import { openRequestApi, type RequestApi } from "#test/support/request-api.ts";
import { failure } from "#test/support/says.ts";

const hourMs = 3_600_000;
const unknown = "11111111-1111-4111-8111-111111111111";
const keys = { first: "77777777-0000-4000-8000-000000000001", second: "77777777-0000-4000-8000-000000000002" };
let passwords = 0;
let api: RequestApi;
beforeAll(async () => {
  api = await openRequestApi({
    people: ["ada", "bob", "desk"],
    classes: { _HELP_DESK_: ["desk"] },
    targets: { T1: [] },
    capabilities: [...usualCapabilities, "changePassword", "resetPassword", "expirePassword"],
  });
  const { store } = api;
  await store.transaction(async () => {
    for (const key of Object.values(keys)) {
      const names = { stableId: key, longId: key, shortId: key, displayId: key };
      await store.save("accounts", { key, targetSystemKey: "T1", userKey: api.keyOf("ada"), ...names });
    }
  });
});
afterAll(() => api.close());
beforeEach(async () => {
  const { store } = api;
  Object.assign(api.context.settings, { blockCheckAllNodes: false });
  const rows = await store.select("passwordBlocks");
  await store.transaction(async () => {
    for (const { key } of rows) await store.save("passwordBlocks", { key, liftedAt: 1 });
  });
});

const call = (method: string, path: string, as: string, body?: object) =>
  api.call(method, `/v2/passwordBlocks${path}`, as, body);
const add = (as: string, part: object = {}) =>
  call("POST", "", as, { userKey: api.keyOf("ada"), reason: "a stranger has called", ...part });
const lift = (key: string, as = "root") => call("POST", `(${key})/lift`, as, {});
const after = (hours: number) => new Date(api.clock.now() + hours * hourMs).toISOString();
const fresh = () => `A kettle of ${++passwords} fish`;

const resetAll = (as = "root", part: object = {}) =>
  api.call("POST", `/v2/users(${api.keyOf("ada")})/resetPasswords`, as, { password: fresh(), ...part });
const reset = (key: string, as = "root") =>
  api.call("POST", `/v2/accounts(${key})/resetPassword`, as, { password: fresh() });
const patch = (key: string) => api.call("PATCH", `/v2/accounts(${key})`, "root", { password: fresh() });
const link = () => api.call("POST", `/v2/users(${api.keyOf("ada")})/issuePasswordLink`, "root", {});
const change = (key: string) =>
  api.call("POST", `/v2/accounts(${key})/changePassword`, "ada", { currentPassword: "x", password: fresh() });
const refused = async (answer: ReturnType<typeof reset>) => failure(await answer).slice(0, 2);
const blocked = [409, "PASSWORD_RESET_BLOCKED"];

describe("a block", () => {
  it.each<[string, () => object, unknown[]]>([
    ["of nobody", () => ({ userKey: null }), [400, "PASSWORD_BLOCK_UNFIT", "accountKey"]],
    ["of a user and an account", () => ({ accountKey: keys.first }), [400, "PASSWORD_BLOCK_UNFIT", "userKey"]],
    ["of an unknown user", () => ({ userKey: unknown }), [400, "PASSWORD_BLOCK_UNFIT", "userKey"]],
    [
      "of an unknown account",
      () => ({ userKey: null, accountKey: unknown }),
      [400, "PASSWORD_BLOCK_UNFIT", "accountKey"],
    ],
    ["without a reason", () => ({ reason: " " }), [400, "INPUT_INVALID", "reason"]],
    [
      "that ends before it begins",
      () => ({ beginsAt: after(2), endsAt: after(1) }),
      [400, "PASSWORD_BLOCK_PERIOD_UNFIT", "endsAt"],
    ],
    ["that is over", () => ({ endsAt: after(-1) }), [400, "PASSWORD_BLOCK_PERIOD_UNFIT", "endsAt"]],
    ["with another field", () => ({ state: "open" }), [400, "INPUT_INVALID", "state"]],
  ])("%s is refused", async (_, part, told) => {
    expect(failure(await add("desk", part()))).toEqual(told);
    expect(await api.store.count("passwordBlocks", { liftedAt: null })).toBe(0);
  });

  it("is created by the help desk, told to the person, lifted by an administrator alone, and audited", async () => {
    const { status, json } = await add("desk", { endsAt: after(5) });
    expect([status, json]).toMatchObject([
      201,
      {
        userKey: api.keyOf("ada"),
        accountKey: null,
        createdByKey: api.keyOf("desk"),
        liftedAt: null,
        endsAt: after(5),
      },
    ]);
    expect(await refused(lift(json.key, "desk"))).toEqual([403, "FORBIDDEN"]);
    expect(await refused(lift(json.key, "ada"))).toEqual([403, "FORBIDDEN"]);
    expect((await lift(json.key)).json).toMatchObject({ key: json.key, liftedAt: after(0) });
    expect(failure(await lift(json.key))).toEqual([409, "PASSWORD_BLOCK_OVER", "key"]);
    const rows = await api.store.select("sesslog_full", { where: { ident: json.key } });
    expect(rows.map(({ operation, result, recipient }) => [operation, result, recipient])).toEqual([
      ["PBAD", "S", api.keyOf("ada")],
      ["PBLF", "F", null],
      ["PBLF", "F", null],
      ["PBLF", "S", api.keyOf("ada")],
      ["PBLF", "F", null],
    ]);
    const notices = await api.store.select("notices", { where: { userKey: api.keyOf("ada"), kind: "passwordBlock" } });
    expect(notices.map(({ facts }) => facts["change"])).toEqual(["created", "lifted"]);
  });

  it("is created of oneself, read by whom it is about, and by no other user", async () => {
    expect(await refused(add("bob"))).toEqual([403, "FORBIDDEN"]);
    const { json } = await add("ada");
    expect((await call("GET", `(${json.key})?$expand=user($select=id)`, "ada")).json.user).toMatchObject({ id: "ada" });
    expect((await call("GET", "", "bob")).json.value).toEqual([]);
    expect((await call("GET", "?$filter=liftedAt eq null", "desk")).json.value).toHaveLength(1);
    expect(await refused(lift(json.key, "ada"))).toEqual([403, "FORBIDDEN"]);
    expect(await refused(resetAll("ada"))).toEqual(blocked);
  });

  it("is offered to be lifted to whom a policy lets, as long as it was not", async () => {
    const name = "Gatehouse.REST.Models.v2.lift";
    const { json } = await add("desk");
    const offered = async (as: string) =>
      (await call("GET", `(${json.key})?$select=key,${name}`, as)).json[`#${name}`] !== undefined;
    expect([await offered("root"), await offered("desk")]).toEqual([true, false]);
    await lift(json.key);
    expect(await offered("root")).toBe(false);
  });

  it("is one of a limited number", async () => {
    for (let made = 0; made < openPasswordBlocksMax; made += 1) expect((await add("desk")).status).toBe(201);
    expect(failure(await add("desk"))).toEqual([409, "PASSWORD_BLOCKS_MAX", "userKey"]);
  });
});

describe("while a block holds", () => {
  // @specification 8.block-check
  it("no door resets a password, and changing it with the present one goes on", async () => {
    const { json } = await add("desk");
    for (const answer of [
      resetAll(),
      resetAll("ada"),
      reset(keys.first),
      reset(keys.first, "ada"),
      patch(keys.first),
      link(),
    ])
      expect(await refused(answer)).toEqual(blocked);
    expect(await refused(resetAll("root", { accountKeys: [keys.first] }))).toEqual(blocked);
    expect(await api.store.count("requestOperations", { code: "PWRS" })).toBe(0);
    expect((await change(keys.first)).status).toBe(202);
    await lift(json.key);
    for (const answer of [resetAll(), reset(keys.first), patch(keys.first)]) expect((await answer).status).toBe(202);
    expect((await link()).status).toBe(200);
  });

  it("of one account, the others are reset", async () => {
    expect((await add("desk", { userKey: null, accountKey: keys.first })).status).toBe(201);
    expect(await refused(reset(keys.first))).toEqual(blocked);
    expect(await refused(resetAll("root", { accountKeys: [keys.first, keys.second] }))).toEqual(blocked);
    const { status, json } = await resetAll();
    expect([status, json.accountKey]).toEqual([202, keys.second]);
    expect((await reset(keys.second)).status).toBe(202);
  });

  it("counts from its beginning to its end", async () => {
    await add("desk", { beginsAt: after(1), endsAt: after(2) });
    expect((await reset(keys.first)).status).toBe(202);
    api.clock.advance(hourMs);
    expect(await refused(reset(keys.first))).toEqual(blocked);
    api.clock.advance(hourMs);
    expect((await reset(keys.first)).status).toBe(202);
  });

  it("a reset that was accepted before fails, and is not sent", async () => {
    const accepted = await reset(keys.first);
    await add("desk");
    const step = await api.step({ key: String(accepted.json.requestKey) });
    expect(step.do).toBe("finished");
    const [operation] = await api.operations({ key: String(accepted.json.requestKey) });
    expect(operation).toMatchObject({
      result: "F",
      errorCode: "PASSWORD_RESET_BLOCKED",
      errorMessage: errors.PASSWORD_RESET_BLOCKED.message,
      sends: 0,
      password: null,
    });
  });

  it("a link to choose a password opens nothing", async () => {
    const { json } = await link();
    await add("desk");
    const form = {
      link: new URL(json.link).searchParams.get("link") ?? "",
      password: "A-lake-of-9-fish",
      again: "A-lake-of-9-fish",
    };
    const answer = await api.send("POST", "/identity/connect/password", { form });
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining("Password resets are blocked")]);
    const rows = await api.store.select("passwordBlocks", { where: { liftedAt: null } });
    for (const { key } of rows) await lift(key);
    expect((await api.send("POST", "/identity/connect/password", { form })).status).toBe(200);
  });
});

describe("IDPM BLOCK CHECK ALL NODES", () => {
  const warnings = async (answer: ReturnType<typeof reset>) => {
    const { status, json } = await answer;
    return [status, (json.warnings as { readonly message: string }[]).map(({ message }) => message).join()];
  };
  beforeAll(async () => {
    const { store } = api;
    const node = { key: unknown, id: "far", registeredAt: 1 };
    await store.transaction(() => store.save("nodes", node));
  });

  it("is off by default: the other nodes are not asked", async () => {
    expect(await warnings(reset(keys.first))).toEqual([202, ""]);
  });

  // @specification 8.block-check
  it("asks the others, and a node that gives no answer blocks nothing but is a warning", async () => {
    Object.assign(api.context.settings, { blockCheckAllNodes: true });
    for (const answer of [reset(keys.first), resetAll(), patch(keys.second)])
      expect(await warnings(answer)).toEqual([202, expect.stringContaining("'far' could not be asked")]);
  });

  it("is refused by another node that blocks, and by none that does not", async () => {
    Object.assign(api.context.settings, { blockCheckAllNodes: true });
    const { nodes } = api.context;
    const asked: unknown[] = [];
    const answers = (isBlocked: boolean, silent: readonly string[] = []) =>
      Object.assign(api.context, {
        nodes: {
          ...nodes,
          blocksReset: async (subjects: unknown) => {
            asked.push(subjects);
            return { isBlocked, silent };
          },
        },
      });
    try {
      answers(true);
      expect(await refused(reset(keys.first))).toEqual(blocked);
      expect(asked).toEqual([[{ accountKey: keys.first, userKey: api.keyOf("ada") }]]);
      answers(false);
      expect(await warnings(reset(keys.first))).toEqual([202, ""]);
      answers(false, ["far"]);
      expect(await warnings(reset(keys.first))).toEqual([202, expect.stringContaining("'far'")]);
    } finally {
      Object.assign(api.context, { nodes });
    }
  });
});
