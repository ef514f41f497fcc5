import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { objectKey } from "#platform/object-key.ts";
import { saveProxy } from "#test/support/organisation.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

let room: RequestRoom;
beforeEach(async () => {
  room = await openRequestRoom();
});
afterEach(() => room.close());

const names = { longId: "ada", shortId: "ada", displayId: "ada" };

async function sent(operation: object): Promise<{ request: { key: string }; key: string }> {
  const request = await room.submit([{ targetSystemKey: "T1", ...operation }]);
  const [row] = await room.operations(request);
  await room.step(request);
  return { request, key: row?.key ?? "" };
}

async function haveAccount(part = {}): Promise<void> {
  const account = { key: "acc", targetSystemKey: "T1", stableId: "17", userKey: room.keyOf("ada"), ...names, ...part };
  await room.store.transaction(async () => {
    await room.store.save("accounts", account);
    await room.store.save("groups", { managed: true, key: "staff", targetSystemKey: "T1", stableId: "g1", ...names });
  });
}

describe("a success", () => {
  test("makes the account, its attributes, one audit row and the evidence", async () => {
    const { request, key } = await sent({ code: "ACUA", attributes: { mail: "a@b.c" } });
    await room.answer(key, {
      result: "S",
      object: { id: "17", name: "ada", attributes: { mail: ["a@b.c"], phone: ["1", "2"] }, enabled: true },
    });
    const [account] = await room.store.select("accounts");
    expect(account).toMatchObject({
      key: objectKey({ type: "account", targetSystemKey: "T1", stableId: "17" }),
      stableId: "17",
      shortId: "ada",
      userKey: room.keyOf("ada"),
      associatedBy: "auto",
      enabled: true,
      lastUpdatedModule: "idwfm",
    });
    expect(await room.store.count("accountAttributes", { accountKey: account?.key ?? "" })).toBe(3);
    expect(await room.operations(request)).toMatchObject([
      { result: "S", stableId: "17", accountKey: account?.key, finishedAt: room.clock.now() },
    ]);
    const audit = await room.store.select("sesslog_full", { where: { batchId: request.key, operation: "ACUA" } });
    expect(audit).toMatchObject([
      { result: "S", recipient: room.keyOf("ada"), targetSystem: "T1", account: "ada", requestId: "call-ada" },
    ]);
  });

  test("attaches an account that a discovery has met first", async () => {
    const { key } = await sent({ code: "ACUA" });
    await haveAccount({ userKey: null });
    await room.answer(key, { result: "S", object: { id: "17", name: "ada", attributes: {} } });
    expect(await room.store.select("accounts")).toMatchObject([
      { key: "acc", userKey: room.keyOf("ada"), associatedBy: "auto" },
    ]);
  });

  test.each([
    ["DNAU", { enabled: true }, { enabled: false }],
    ["ENAU", { enabled: false }, { enabled: true }],
  ])("of %s changes the account", async (code, before, after) => {
    await haveAccount(before);
    const { key } = await sent({ code, accountKey: "acc" });
    await room.answer(key, { result: "S" });
    expect(await room.store.get("accounts", "acc")).toMatchObject(after);
  });

  test("of UPDA replaces the attributes it names", async () => {
    await haveAccount();
    await room.store.transaction(async () => {
      await room.store.save("accountAttributes", {
        key: "a0",
        accountKey: "acc",
        name: "mail",
        sequence: 0,
        value: "old",
      });
      await room.store.save("accountAttributes", {
        key: "a1",
        accountKey: "acc",
        name: "mail",
        sequence: 1,
        value: "older",
      });
      await room.store.save("accountAttributes", {
        key: "b",
        accountKey: "acc",
        name: "phone",
        sequence: 0,
        value: "1",
      });
    });
    const { key } = await sent({ code: "UPDA", accountKey: "acc", attributes: { mail: "new" } });
    await room.answer(key, { result: "S" });
    const rows = await room.store.select("accountAttributes", {
      where: { accountKey: "acc" },
      orderBy: [["name", "asc"]],
    });
    expect(rows.map(({ name, value }) => [name, value])).toEqual([
      ["mail", "new"],
      ["phone", "1"],
    ]);
  });

  test("of GRUA and GRUD writes and removes the membership", async () => {
    await haveAccount();
    const add = await sent({ code: "GRUA", accountKey: "acc", groupKey: "staff" });
    await room.answer(add.key, { result: "S" });
    expect(await room.store.count("groupMemberships")).toBe(1);
    const remove = await sent({ code: "GRUD", accountKey: "acc", groupKey: "staff" });
    await room.answer(remove.key, { result: "S" });
    expect(await room.store.count("groupMemberships")).toBe(0);
  });

  test("of GRUA makes a member itself of who was one by another group", async () => {
    await haveAccount();
    const membership = { key: "m", groupKey: "staff", accountKey: "acc", throughGroup: "inner", shownByTarget: false };
    await room.store.transaction(() => room.store.save("groupMemberships", membership));
    const add = await sent({ code: "GRUA", accountKey: "acc", groupKey: "staff" });
    await room.answer(add.key, { result: "S" });
    const now = { key: "m", throughGroup: null, shownByTarget: null };
    expect(await room.store.select("groupMemberships")).toEqual([expect.objectContaining(now)]);
  });

  test("of UPDA writes the name and the attributes that the target has, and takes away what it does not show any more", async () => {
    await haveAccount();
    await room.store.transaction(async () => {
      for (const name of ["mail", "fax", "photo"])
        await room.store.add("accountAttributes", { key: name, accountKey: "acc", name, sequence: 0, value: "old" });
    });
    const { key } = await sent({ code: "UPDA", accountKey: "acc", attributes: { mail: ["  New@b.c"] } });
    const attributes = { mail: ["new@b.c"], cn: ["Ada"] };
    await room.answer(key, { result: "S", object: { id: "17", name: "ada2", attributes, leftOut: ["photo"] } });
    expect(await room.store.get("accounts", "acc")).toMatchObject({
      shortId: "ada2",
      longId: "ada2",
      displayId: "ada2",
    });
    const rows = await room.store.select("accountAttributes", { where: { accountKey: "acc" } });
    expect(rows.map(({ name, value }) => `${name} ${value}`).toSorted()).toEqual([
      "cn Ada",
      "mail new@b.c",
      "photo old",
    ]);
  });

  test("of UPDA whose object the target does not show leaves the record as it was", async () => {
    await haveAccount();
    const { key } = await sent({ code: "UPDA", accountKey: "acc", attributes: { mail: ["new@b.c"] } });
    await room.answer(key, { result: "S", unseen: true });
    expect(await room.store.count("accountAttributes", { accountKey: "acc" })).toBe(0);
    expect(await room.store.get("accounts", "acc")).toMatchObject({ discoveredHash: null });
  });

  test.each([
    ["DNAU", "enabled"],
    ["ENAU", "enabled"],
  ] as const)("a state is not known any more when nobody knows whether %s was done", async (code, state) => {
    await haveAccount({ enabled: code === "DNAU" });
    const { key } = await sent({ code, accountKey: "acc" });
    await room.answer(key, { result: "F", code: "internal", message: "the target answered with nonsense" });
    expect(await room.store.get("accounts", "acc")).toMatchObject({ [state]: null, discoveredHash: null });
  });

  test("of GROA and GROD writes and removes the owner, who is the person of the account", async () => {
    const capabilities = ["addOwner", "removeOwner", "serverInfo"];
    await room.store.transaction(() => saveProxy(room.context, "local", capabilities));
    await haveAccount();
    const where = { groupKey: "staff", userKey: room.keyOf("ada") };
    for (const count of [1, 1]) {
      const add = await sent({ code: "GROA", accountKey: "acc", groupKey: "staff" });
      await room.answer(add.key, { result: "S" });
      expect(await room.store.count("groupOwners", where)).toBe(count);
    }
    const remove = await sent({ code: "GROD", accountKey: "acc", groupKey: "staff" });
    await room.answer(remove.key, { result: "S" });
    expect(await room.store.count("groupOwners")).toBe(0);
  });

  test.each(["GROA", "GROD"])("%s is refused at once where the connector has no function for owners", async (code) => {
    await haveAccount();
    await expect(sent({ code, accountKey: "acc", groupKey: "staff" })).rejects.toMatchObject({
      code: "CAPABILITY_MISSING",
      target: "operations/0/code",
      message: expect.stringMatching(/^The connector 'fault' of 'T1' .*(add|remove)Owner\. Leave the operation out\.$/),
    });
    expect(await room.store.count("reqbatch")).toBe(0);
  });

  test("of CRTG, DELG and DELU makes and removes groups and accounts with what hangs on them", async () => {
    await haveAccount();
    const add = await sent({ code: "GRUA", accountKey: "acc", groupKey: "staff" });
    await room.answer(add.key, { result: "S" });
    const group = await sent({ code: "CRTG", attributes: { shortId: "new" } });
    await room.answer(group.key, { result: "S", object: { id: "g2", name: "new", attributes: {} } });
    expect(await room.store.count("groups", { shortId: "new", managed: true })).toBe(1);
    const removeAccount = await sent({ code: "DELU", accountKey: "acc" });
    await room.answer(removeAccount.key, { result: "S" });
    expect(await room.store.count("accounts")).toBe(0);
    expect(await room.store.count("groupMemberships")).toBe(0);
    const removeGroup = await sent({ code: "DELG", groupKey: "staff" });
    await room.answer(removeGroup.key, { result: "S" });
    expect(await room.store.get("groups", "staff")).toBeUndefined();
  });
});

describe("a report", () => {
  test("that comes twice changes nothing the second time", async () => {
    const { key } = await sent({ code: "ACUA" });
    const [order] = await room.proxy.orders([key]);
    const outcome = {
      operationKey: key,
      sends: order?.sends ?? 0,
      result: "S",
      object: { id: "17", name: "ada", attributes: {} },
    } as const;
    await room.proxy.outcomes([outcome]);
    const before = await room.store.count("sesslog_full");
    await room.proxy.outcomes([outcome]);
    expect(await room.store.count("sesslog_full")).toBe(before);
    expect(await room.store.count("accounts")).toBe(1);
  });

  test("of an earlier send, or for a closed operation, is refused", async () => {
    const { key } = await sent({ code: "ACUA" });
    await room.proxy.orders([key]);
    await room.proxy.orders([key]);
    const failed = { operationKey: key, result: "F", code: "policy" } as const;
    await expect(room.proxy.outcomes([{ ...failed, sends: 1 }])).rejects.toMatchObject({ code: "OUTCOME_REFUSED" });
    await room.proxy.outcomes([{ ...failed, sends: 2 }]);
    await expect(room.proxy.outcomes([{ operationKey: key, result: "S", sends: 2 }])).rejects.toMatchObject({
      code: "OUTCOME_REFUSED",
    });
    await expect(room.proxy.outcomes([{ ...failed, operationKey: "none", sends: 1 }])).rejects.toMatchObject({
      code: "OUTCOME_REFUSED",
    });
  });

  test("of the latest send counts although its proxy was silent for too long, if it is a success", async () => {
    const { request, key } = await sent({ code: "ACUA" });
    await room.proxy.orders([key]);
    const { store } = room;
    await store.transaction(() => store.save("requestOperations", { key, nextTryAt: room.clock.now() + 60_000 }));
    const failed = { operationKey: key, sends: 1, result: "F", code: "policy" } as const;
    await expect(room.proxy.outcomes([failed])).rejects.toMatchObject({ code: "OUTCOME_REFUSED" });
    const object = { id: "17", name: "ada", attributes: {} };
    await room.proxy.outcomes([{ operationKey: key, sends: 1, result: "S", object }]);
    expect(await room.operations(request)).toMatchObject([{ result: "S", nextTryAt: null }]);
  });

  test("of a failure that may pass keeps the operation open and unaudited", async () => {
    const { request, key } = await sent({ code: "ACUA" });
    await room.answer(key, { result: "F", code: "busy", message: "later" });
    expect(await room.operations(request)).toMatchObject([
      { result: "P", nextTryAt: null, errorCode: "busy", errorMessage: "later" },
    ]);
    expect(await room.store.count("sesslog_full", { operation: "ACUA" })).toBe(0);
  });
});

describe("the grants of an outcome", () => {
  const object = { id: "17", name: "ada", attributes: {} };
  const grantsNow = async () => {
    const rows = await room.store.select("grants", { orderBy: [["from", "asc"]] });
    return rows.map(({ kind, userKey, because, requestKey, endedBecause, endedByRequestKey }) => ({
      kind,
      userKey,
      because,
      requestKey,
      endedBecause,
      endedByRequestKey,
    }));
  };
  const open = { endedBecause: null, endedByRequestKey: null };

  test("name the request and the operation that gave an account, and those that ended it", async () => {
    const { request, key } = await sent({ code: "ACUA" });
    await room.answer(key, { result: "S", object });
    const given = { kind: "account", userKey: room.keyOf("ada"), because: "request", requestKey: request.key };
    expect(await grantsNow()).toEqual([{ ...given, ...open }]);
    expect(await room.store.select("grants")).toMatchObject([
      { operationKey: key, from: room.clock.now(), until: null },
    ]);
    const [account] = await room.store.select("accounts");
    room.clock.advance(1_000);
    const ended = await sent({ code: "DELU", accountKey: account?.key });
    await room.answer(ended.key, { result: "S" });
    expect(await grantsNow()).toEqual([{ ...given, endedBecause: "request", endedByRequestKey: ended.request.key }]);
  });

  test("say that a discovery only met first what the request gave", async () => {
    const { request, key } = await sent({ code: "ACUA" });
    const { withAccessCause } = await import("#store/grants/access-cause.ts");
    const { listing } = await import("#domain/access/grant-reasons.ts");
    await withAccessCause(listing, () => haveAccount());
    await room.answer(key, { result: "S", object });
    expect(await grantsNow()).toEqual([
      { kind: "account", userKey: room.keyOf("ada"), because: "request", requestKey: request.key, ...open },
    ]);
  });

  test("keep what somebody has already, beside what the request gives once more", async () => {
    await haveAccount();
    await room.store.transaction(() =>
      room.store.save("groupMemberships", { key: "m", groupKey: "staff", accountKey: "acc" }),
    );
    room.clock.advance(1_000);
    const { request, key } = await sent({ code: "GRUA", accountKey: "acc", groupKey: "staff" });
    await room.answer(key, { result: "S" });
    const userKey = room.keyOf("ada");
    expect((await grantsNow()).filter(({ kind }) => kind === "membership")).toEqual([
      { kind: "membership", userKey, because: "direct", requestKey: null, ...open },
      { kind: "membership", userKey, because: "request", requestKey: request.key, ...open },
    ]);
    const ended = await sent({ code: "GRUD", accountKey: "acc", groupKey: "staff" });
    await room.answer(ended.key, { result: "S" });
    const ends = { endedBecause: "request", endedByRequestKey: ended.request.key };
    expect((await grantsNow()).filter(({ kind }) => kind === "membership")).toMatchObject([ends, ends]);
  });
});
