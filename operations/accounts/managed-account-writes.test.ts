import { afterEach, beforeEach, expect, test } from "vitest";

import { resetPasswords } from "#operations/users/reset-passwords.ts";
import {
  type AccountRoom,
  callsIn,
  newPassword as password,
  openAccountRoom,
  refusal,
} from "#test/support/account-room.ts";

import { changePassword, resetPassword, verifyPassword } from "./account-passwords.ts";
import { deleteAccount } from "./delete-account.ts";
import { updateAccount } from "./update-account.ts";

let room: AccountRoom;
beforeEach(async () => {
  room = await openAccountRoom();
});
afterEach(() => room.close());

const { call, carryOut } = callsIn(() => room);
const manage = (part: object) =>
  room.store.transaction(() =>
    room.store.save("managedAccounts", {
      key: "m",
      accountKey: "mine",
      managedSystemKey: "s",
      status: "U",
      ...part,
    }),
  );
const rename = { key: "mine", attributes: { name: ["eva"] } };

test("no password of a managed account is set and no name changed by people; the rest is, and all of it once it is managed no more", async () => {
  await manage({ policyId: "P" });
  const changed = { key: "mine", currentPassword: password, password };
  for (const refused of [
    () => call(resetPassword, { key: "mine", password }),
    () => call(changePassword, changed, room.as("ada")),
    () => call(updateAccount, { key: "mine", password }),
    () => call(updateAccount, rename),
    () => call(updateAccount, { key: "mine", attributes: { samaccountname: ["eva"] } }),
    () => call(resetPasswords, { key: room.keyOf("ada"), password, accountKeys: ["mine"] }),
  ])
    expect(await refusal(refused())).toBe("ACCOUNT_MANAGED accountKey");
  expect(await room.store.count("requestOperations")).toBe(0);
  await call(verifyPassword, { key: "mine", password }, room.as("ada"));
  await call(updateAccount, { key: "mine", enabled: false });
  const { requestKey } = await call(resetPasswords, { key: room.keyOf("ada"), password });
  const reset = await room.operations({ key: requestKey });
  expect(reset.map(({ accountKey }) => accountKey)).toEqual(["more"]);
  await manage({ policyId: "HISTORICAL" });
  await call(updateAccount, rename);
  await call(resetPassword, { key: "mine", password });
  await manage({ policyId: "P", disabledReason: "its owner wants it back" });
  await call(changePassword, changed, room.as("ada"));
});

test("an account that is deleted leaves its managed account, under HISTORICAL and with its name", async () => {
  await manage({ policyId: "P", nextRandomized: 5 });
  await carryOut(await call(deleteAccount, { key: "mine" }), { result: "S" });
  expect(await room.store.get("accounts", "mine")).toBeUndefined();
  const kept = { policyId: "HISTORICAL", accountName: "ada", nextRandomized: null, accountKey: "mine" };
  expect(await room.store.get("managedAccounts", "m")).toMatchObject(kept);
});
