import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { createGroup, deleteGroup, updateGroup } from "#operations/groups/change-groups.ts";
import type { Operation } from "#operations/kernel/define-operation.ts";
import type { QueuedOperation } from "#operations/requests/engine/queue-operations.ts";
import { saveOption } from "#operations/target-systems/engine/save-option.ts";
import { resetPasswords } from "#operations/users/reset-passwords.ts";
import {
  type AccountRoom,
  callsIn,
  newPassword as password,
  openAccountRoom,
  refusal,
} from "#test/support/account-room.ts";

import { changePassword, resetPassword, verifyPassword } from "./account-passwords.ts";
import { createAccount } from "./create-account.ts";
import { deleteAccount } from "./delete-account.ts";
import { updateAccount } from "./update-account.ts";

let room: AccountRoom;
const open = async () => {
  room = await openAccountRoom();
};
const close = () => room.close();

const { call, carryOut } = callsIn(() => room);
const root = () => ({ ...room.as("dan"), superuser: true });
const audits = async (where: object) =>
  (await room.store.select("sesslog_full", { where, orderBy: [["seq", "asc"]] })).map(
    ({ operation, result }) => `${operation} ${result}`,
  );

describe("a direct write by itself", () => {
  beforeAll(open);
  afterAll(close);

  test.each([
    ["INPUT_INVALID locked", updateAccount, { key: "mine", locked: true }],
    ["INPUT_INVALID", updateAccount, { key: "mine" }],
    ["NOT_FOUND accounts(nobody)", updateAccount, { key: "nobody", locked: false }],
    ["NOT_FOUND accounts(nobody)", deleteAccount, { key: "nobody" }],
    ["NOT_FOUND groups(nobody)", updateGroup, { key: "nobody", attributes: { a: 1 } }],
    ["OPERATION_FIELD_MISSING attributes", updateGroup, { key: "staff", attributes: {} }],
    ["TARGET_UNKNOWN targetSystemKey", createAccount, { targetSystemKey: "T9", shortId: "x" }],
    ["INPUT_INVALID shortId", createAccount, { targetSystemKey: "T1", shortId: " " }],
    ["RECIPIENT_UNKNOWN userKey", createAccount, { targetSystemKey: "T1", shortId: "x", userKey: "nobody" }],
    ["INPUT_INVALID attributes", createAccount, { targetSystemKey: "T1", shortId: "x", attributes: { password: "x" } }],
    ["INPUT_INVALID password", resetPassword, { key: "mine", password: "plain text" }],
    ["INPUT_INVALID password", resetPassword, { key: "mine", password: new Secret("") }],
    ["BATCH_UNKNOWN X-BATCH-ID", resetPassword, { key: "mine", password, batch: "20300101-99" }],
    ["NOT_FOUND users(nobody)", resetPasswords, { key: "nobody", password }],
  ])("that does not fit is refused with %s, and nothing is stored", async (refused, operation, input) => {
    expect(await refusal(call(operation as Operation<unknown, QueuedOperation>, input))).toBe(refused);
    expect([await room.store.count("reqbatch"), (await room.store.outbox.open()).length]).toEqual([0, 0]);
  });

  test.each([
    ["ACUA", "createAccount", createAccount, { targetSystemKey: "T1", shortId: "n1", password }],
    ["UPDA", "updateAccount", updateAccount, { key: "free", attributes: { mail: "a@b.c" } }],
    ["UNLK", "updateAccount", updateAccount, { key: "free", locked: false }],
    ["DNAU", "updateAccount", updateAccount, { key: "free", enabled: false }],
    ["DELU", "deleteAccount", deleteAccount, { key: "free" }],
    ["CRTG", "createGroup", createGroup, { targetSystemKey: "T1", shortId: "new" }],
    ["UPDG", "updateGroup", updateGroup, { key: "staff", attributes: { description: ["x"] } }],
    ["DELG", "deleteGroup", deleteGroup, { key: "staff" }],
  ])("queues the operation %s of %s", async (code, _name, operation, input) => {
    expect(await call(operation as Operation<unknown, QueuedOperation>, input)).toMatchObject({ code });
  });
});

describe("a direct write", () => {
  beforeEach(open);
  afterEach(close);

  test("is a request that nobody has to authorize, and begins at once", async () => {
    const queued = await call(resetPassword, { key: "mine", password });
    expect(queued).toMatchObject({ status: "notStarted", result: null, code: "PWRS", accountKey: "mine" });
    const request = await room.row({ key: queued.requestKey });
    expect(request).toMatchObject({
      status: "P",
      origin: "api",
      requesterKey: room.keyOf("dan"),
      recipientKey: room.keyOf("ada"),
      batchId: null,
    });
    expect(await room.store.count("requestPhases")).toBe(0);
    expect(await room.store.get("operationIdentifiers", request.operationId ?? "")).toMatchObject({
      operationType: "ACCOUNT_PASSWORD_RESET",
    });
    expect(await room.step({ key: queued.requestKey })).toMatchObject({
      do: "perform",
      chunks: [{ proxy: "local", operationKeys: [queued.key] }],
    });
  });

  test("needs a connector that can do it, and a target system that allows it", async () => {
    await room.store.transaction(async () => {
      const option = { targetSystemId: "T1", name: "allowPasswordVerify" };
      const [known] = await room.store.select("targetSystemOptions", { where: option });
      await room.store.save("targetSystemOptions", {
        ...option,
        key: known?.key ?? "o",
        type: "boolean",
        value: false,
      });
      const [proxy] = await room.store.select("proxyServers");
      const connectors = (proxy?.connectors ?? []).map((one) => ({ ...one, capabilities: ["verify", "update"] }));
      await room.store.save("proxyServers", { id: "local", connectors });
    });
    expect(await refusal(call(verifyPassword, { key: "mine", password }, room.as("ada")))).toMatch(
      "OPTION_FORBIDS code",
    );
    expect(await refusal(call(resetPassword, { key: "mine", password }))).toMatch("CAPABILITY_MISSING");
    expect(await refusal(call(updateAccount, { key: "mine", locked: false }))).toMatch("CAPABILITY_MISSING");
    expect(await refusal(call(resetPasswords, { key: room.keyOf("ada"), password }))).toMatch("CAPABILITY_MISSING");
    expect(await room.store.count("reqbatch")).toBe(0);
  });

  test("that an option forbids is told as the option; disabling is no enabling, and administrators reset passwords", async () => {
    await room.store.transaction(async () => {
      for (const name of ["allowPasswordChange", "allowAccountEnable"])
        await saveOption(room.context, { targetSystemId: "T1", name, target: "" }, false);
    });
    const ada = room.as("ada");
    const forbidden = {
      code: "OPTION_FORBIDS",
      target: "code",
      message: expect.stringContaining("allowPasswordChange"),
    };
    await expect(call(resetPassword, { key: "mine", password }, ada)).rejects.toMatchObject(forbidden);
    const change = { key: "mine", currentPassword: password, password };
    await expect(call(changePassword, change, ada)).rejects.toMatchObject(forbidden);
    await expect(call(resetPasswords, { key: room.keyOf("ada"), password }, ada)).rejects.toMatchObject({
      ...forbidden,
      target: "accountKeys",
    });
    expect(await refusal(call(resetPassword, { key: "mine", password }))).toBe("taken");
    expect(await refusal(call(resetPasswords, { key: room.keyOf("ada"), password }))).toBe("taken");
    await expect(call(updateAccount, { key: "mine", enabled: true })).rejects.toMatchObject({
      code: "OPTION_FORBIDS",
      message: expect.stringContaining("allowAccountEnable"),
    });
    expect(await refusal(call(updateAccount, { key: "mine", enabled: false }))).toBe("taken");
  });

  test("is for superusers, except on one's own account and password", async () => {
    const current = { currentPassword: password, password };
    const [ada, bob] = [room.as("ada"), room.as("bob")];
    expect(await refusal(call(resetPassword, { key: "mine", password }, ada))).toBe("taken");
    expect(await refusal(call(changePassword, { key: "mine", ...current }, ada))).toBe("taken");
    expect(await refusal(call(verifyPassword, { key: "mine", password }, ada))).toBe("taken");
    expect(await refusal(call(resetPasswords, { key: room.keyOf("ada"), password }, ada))).toBe("taken");
    for (const key of ["mine", "free", "nobody"]) {
      expect(await refusal(call(resetPassword, { key, password }, bob))).toMatch(/^FORBIDDEN/);
      expect(await refusal(call(changePassword, { key, ...current }, bob))).toMatch(/^FORBIDDEN/);
      expect(await refusal(call(verifyPassword, { key, password }, bob))).toMatch(/^FORBIDDEN/);
    }
    expect(await refusal(call(changePassword, { key: "mine", ...current }, root()))).toMatch(/^FORBIDDEN/);
    expect(await refusal(call(updateAccount, { key: "mine", password }, ada))).toMatch(/^FORBIDDEN/);
    expect(await refusal(call(resetPasswords, { key: room.keyOf("ada"), password }, bob))).toMatch(/^FORBIDDEN/);
  });
});

describe("a password", () => {
  beforeEach(open);
  afterEach(close);

  test("waits sealed, goes to the proxy in the order, and is gone when the operation ends", async () => {
    const queued = await call(
      changePassword,
      { key: "mine", currentPassword: new Secret("old one"), password },
      room.as("ada"),
    );
    const stored = await room.store.get("requestOperations", queued.key);
    expect(stored?.password).toEqual(expect.any(String));
    expect(JSON.stringify(stored)).not.toMatch(/A new passw0rt|old one/);
    await room.step({ key: queued.requestKey });
    const [order] = await room.proxy.orders([queued.key]);
    expect(order).toMatchObject({ code: "PWCH" });
    const given = [order?.password, order?.currentPassword].map((secret) => secret?.use((plaintext) => plaintext));
    expect(given).toEqual(["A new passw0rt here", "old one"]);
    await room.proxy.outcomes([{ operationKey: queued.key, sends: 1, result: "S" }]);
    const ended = await room.store.get("requestOperations", queued.key);
    expect(ended).toMatchObject({ result: "S", password: null, currentPassword: null });
    expect(await room.store.get("accounts", "mine")).toMatchObject({ lastPasswordChange: room.clock.now() });
  });

  test("is verified after it was set where an option of the target system asks for it", async () => {
    const orderOf = async (text: string) => {
      const queued = await call(resetPassword, { key: "mine", password: new Secret(text) }, root());
      await room.step({ key: queued.requestKey });
      const [order] = await room.proxy.orders([queued.key]);
      await room.proxy.outcomes([{ operationKey: queued.key, sends: 1, result: "S" }]);
      return order;
    };
    expect(await orderOf("A new passw0rt here")).not.toHaveProperty("verifiesAfter");
    await room.store.transaction(() =>
      saveOption(room.context, { targetSystemId: "T1", name: "verifyAfterReset", target: "" }, true),
    );
    expect(await orderOf("Another passw0rt")).toMatchObject({ code: "PWRS", verifiesAfter: true });
  });

  test("stays while the operation waits for its next try, and goes when nothing more is tried", async () => {
    const queued = await call(resetPassword, { key: "mine", password });
    const request = { key: queued.requestKey };
    for (const seconds of [0, 10, 20, 30]) {
      room.clock.advance(seconds * 1000);
      await room.step(request);
      await room.answer(queued.key, { result: "F", code: "busy", message: "later" });
      await room.step(request, { ended: [{ operationKeys: [queued.key], failure: "busy" }] });
      const row = await room.store.get("requestOperations", queued.key);
      expect(row?.password === null).toBe(seconds === 30);
    }
    expect((await room.row(request)).status).toBe("C");
  });

  test("that is refused for its strength ends the operation with PASSWORD_STRENGTH and the connector's words", async () => {
    const queued = await call(resetPassword, { key: "mine", password });
    await carryOut(queued, { result: "F", code: "strength", message: "Password is too short", targetCode: "19" });
    expect(await room.store.get("requestOperations", queued.key)).toMatchObject({
      result: "F",
      errorCode: "PASSWORD_STRENGTH",
      errorMessage: "Password is too short",
      password: null,
    });
  });
});

describe("the audit", () => {
  beforeEach(open);
  afterEach(close);

  // @specification 2.account.password-caller 6.ident 6.only-success
  test("names the caller, the account and the operation of a reset, and records the change only when it succeeded", async () => {
    const good = await call(updateAccount, { key: "mine", password });
    await carryOut(good, { result: "S" });
    const [row] = await room.store.select("sesslog_full", { where: { operation: "ACHG" } });
    expect(row).toMatchObject({
      actor: room.keyOf("dan"),
      recipient: room.keyOf("ada"),
      ident: good.key,
      account: "ada",
    });
    const bad = await call(resetPassword, { key: "mine", password: new Secret("An0ther of them") });
    await carryOut(bad, { result: "F", code: "strength", message: "no" });
    expect(await audits({ batchId: bad.requestKey })).toEqual(["RQSB S", "PXHO S", "PWRS F", "RQEN F"]);
    expect(await audits({ operation: "SRES" })).toEqual([]);
  });

  // @specification 6.self-reset
  test("has one SRES for each reset of one's own, however many accounts it has", async () => {
    const queued = await call(resetPasswords, { key: room.keyOf("ada"), password }, room.as("ada"));
    const request = { key: queued.requestKey };
    const [first, second] = await room.operations(request);
    await room.step(request);
    for (const operation of [first, second]) await room.answer(operation?.key ?? "", { result: "S" });
    const operationKeys = [first?.key ?? "", second?.key ?? ""];
    await room.step(request, { ended: [{ operationKeys, failure: null }] });
    expect(await audits({ operation: "ACHG" })).toEqual(["ACHG S", "ACHG S"]);
    expect(await room.store.select("sesslog_full", { where: { operation: "SRES" } })).toMatchObject([
      { result: "S", actor: room.keyOf("ada"), ident: request.key },
    ]);
  });

  // @specification 6.queue-reset
  test("has QRES for a reset that comes from the user interface, taken or not, and no other", async () => {
    await call(resetPassword, { key: "mine", password }, { ...root(), module: "ui" });
    await refusal(call(resetPassword, { key: "mine", password }, { ...room.as("bob"), module: "ui" }));
    await call(resetPassword, { key: "mine", password });
    expect(await audits({ operation: "QRES" })).toEqual(["QRES S", "QRES F"]);
  });

  test("bears the batch that the caller names, by key or number", async () => {
    const batch = await room.submit([{ code: "ACUA", targetSystemKey: "T1" }]);
    for (const [index, name] of [batch.key, batch.number].entries()) {
      const fresh = new Secret(`Number ${index} of them`);
      const queued = await call(resetPassword, { key: "mine", password: fresh, batch: name });
      await carryOut(queued, { result: "S" });
      const rows = await room.store.select("sesslog_full", { where: { ident: queued.key, operation: "ACHG" } });
      expect(rows).toMatchObject([{ batchId: batch.key }]);
    }
  });

  test("bears no batch that its caller may not read, and does not tell it from one that does not exist", async () => {
    const batch = await room.submit([{ code: "ACUA", targetSystemKey: "T1" }]);
    await room.store.transaction(async () => {
      const account = {
        longId: "ada",
        shortId: "ada",
        displayId: "ada",
        stableId: "9",
        targetSystemKey: "T1",
        userKey: room.keyOf("cy"),
      };
      await room.store.save("accounts", { ...account, key: "cys" });
    });
    const ask = (name: string) =>
      call(
        changePassword,
        { key: "cys", currentPassword: password, password: new Secret("Another passw0rt"), batch: name },
        room.as("cy"),
      )
        .then(() => "taken")
        .catch((error: { code: string; message: string }) => error.message);
    const unknown = await ask("20300101-99");
    expect(unknown).toContain("X-BATCH-ID");
    for (const name of [batch.key, batch.number]) expect(await ask(name)).toBe(unknown);
  });
});

describe("several operations of one call", () => {
  beforeEach(open);
  afterEach(close);

  test("run in order on one account, and one more ends with the last", async () => {
    const queued = await call(updateAccount, { key: "mine", password, enabled: false });
    const request = { key: queued.requestKey };
    const operations = await room.operations(request);
    expect(operations.map(({ code }) => code)).toEqual(["DNAU", "PWRS", "ALLOF"]);
    expect(queued).toMatchObject({ code: "ALLOF", key: operations[2]?.key });
    for (const { key } of operations.slice(0, 2)) {
      expect(await room.step(request)).toMatchObject({ chunks: [{ operationKeys: [key] }] });
      await room.answer(key, { result: "S" });
    }
    expect(await room.step(request)).toEqual({ do: "finished" });
    expect((await room.operations(request)).map(({ result }) => result)).toEqual(["S", "S", "S"]);
  });

  test("fail together with the words of the one that failed", async () => {
    const queued = await call(updateAccount, { key: "mine", password, locked: false });
    const [unlock] = await room.operations({ key: queued.requestKey });
    await carryOut({ ...queued, key: unlock?.key ?? "" }, { result: "F", code: "permission", message: "not yours" });
    const rows = await room.operations({ key: queued.requestKey });
    expect(rows.map(({ code, result, errorCode }) => [code, result, errorCode])).toEqual([
      ["UNLK", "F", "permission"],
      ["PWRS", "F", "DEPENDENCY_FAILED"],
      ["ALLOF", "F", "permission"],
    ]);
    expect(rows[2]?.errorMessage).toBe("not yours");
    expect(rows.every(({ password: sealed }) => sealed === null)).toBe(true);
  });
});

describe("what a success leaves behind", () => {
  beforeEach(open);
  afterEach(close);

  test("an account that is made for nobody has no owner, one that is made for somebody has", async () => {
    const account = (id: string) => ({ result: "S" as const, object: { id, name: id, attributes: { mail: ["x"] } } });
    const free = await call(createAccount, { targetSystemKey: "T1", shortId: "n1" });
    await carryOut(free, account("n1"));
    const owned = await call(createAccount, { targetSystemKey: "T1", shortId: "n2", userKey: room.keyOf("bob") });
    await carryOut(owned, account("n2"));
    expect(await room.store.select("accounts", { where: { stableId: "n1" } })).toMatchObject([
      { userKey: null, associatedBy: null },
    ]);
    expect(await room.store.select("accounts", { where: { stableId: "n2" } })).toMatchObject([
      { userKey: room.keyOf("bob"), associatedBy: "admin" },
    ]);
  });

  test("a group has the attributes that were changed, and a deleted one leaves nothing", async () => {
    const changed = await call(updateGroup, { key: "staff", attributes: { description: ["one", "two"] } });
    await carryOut(changed, { result: "S" });
    expect(await room.store.count("groupAttributes", { groupKey: "staff" })).toBe(2);
    await carryOut(await call(deleteGroup, { key: "staff" }), { result: "S" });
    expect([await room.store.count("groups"), await room.store.count("groupAttributes")]).toEqual([0, 0]);
  });

  test("an unlocked account is shown as such", async () => {
    await room.store.transaction(() => room.store.save("accounts", { key: "mine", locked: true }));
    await carryOut(await call(updateAccount, { key: "mine", locked: false }), { result: "S" });
    expect(await room.store.get("accounts", "mine")).toMatchObject({ locked: false });
  });
});
