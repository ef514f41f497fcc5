import { afterEach, beforeEach, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { policyOf } from "#domain/policy-name.ts";
import { eq } from "#domain/query/condition.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { createPolicyEngine, type PolicyEngine } from "#policies/engine.ts";
import { giveCheckoutRight } from "#test/support/give-checkout-right.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";
import { openVaultOrder } from "#test/support/vault-room.ts";

import { createCredential, deleteCredential, replaceCredential, updateCredential } from "./change-credentials.ts";

let room: RequestRoom;

beforeEach(async () => {
  room = await openRequestRoom({ targets: { SHOWN: [], HIDDEN: [] } });
});
afterEach(() => room.close());

/** Lets everyone write credentials, and shows one target system. */
function showingOne(): PolicyEngine {
  const engine = createPolicyEngine();
  const showing: PolicyEngine = {
    ...engine,
    decide: () => ({ allowed: true, reason: "" }),
    rowPredicate: (name, principal) =>
      name === policyOf.get("targetSystems") ? eq("id", "SHOWN") : engine.rowPredicate(name, principal),
    current: () => showing,
  };
  return showing;
}

test("nobody writes a credential of a target system that is hidden from them", async () => {
  const context = { ...room.context, policies: showingOne() };
  const bob = room.as("bob");
  const fields = { administratorId: "root", password: new Secret("a password") };
  const made = await invoke(createCredential, context, bob, { ...fields, targetSystemId: "SHOWN" });
  expect(made).toMatchObject({ targetSystemId: "SHOWN", passwordSet: true });
  const refused = { code: "FORBIDDEN", target: policyOf.get("targetSystems") };
  const hidden = { targetSystemId: "HIDDEN", key: made.key };
  await expect(invoke(createCredential, context, bob, { ...fields, targetSystemId: "HIDDEN" })).rejects.toMatchObject(
    refused,
  );
  await expect(invoke(replaceCredential, context, bob, { ...fields, ...hidden })).rejects.toMatchObject(refused);
  await expect(invoke(updateCredential, context, bob, { ...fields, ...hidden })).rejects.toMatchObject(refused);
  await expect(invoke(deleteCredential, context, bob, hidden)).rejects.toMatchObject(refused);
  expect(await room.store.count("targetSystemCredentials")).toBe(1);
});

test("a login takes the password of a managed account only by the word of who may see, change and have it", async () => {
  const { managedAccountKey } = await openVaultOrder(room, "SHOWN");
  const fields = { targetSystemId: "SHOWN", administratorId: "root" };
  const showing = { ...room.context, policies: showingOne() };
  const asBob = invoke(createCredential, showing, room.as("bob"), { ...fields, managedAccountKey });
  const root = { ...room.as("ada"), superuser: true };
  const unknown = { ...fields, managedAccountKey: room.context.ids.guid() };
  const refused = { code: "CREDENTIAL_ACCOUNT_UNKNOWN", target: "managedAccountKey" };
  // One that exists and may not be seen is refused like one that does not.
  await expect(asBob).rejects.toMatchObject(refused);
  await expect(invoke(createCredential, room.context, root, unknown)).rejects.toMatchObject(refused);
  const unfit = { code: "SECRET_RIGHT_MISSING", target: "managedAccountKey" };
  await expect(invoke(createCredential, room.context, root, { ...fields, managedAccountKey })).rejects.toMatchObject(
    unfit,
  );
  const { policyId = "" } = (await room.store.get("managedAccounts", managedAccountKey)) ?? {};
  await giveCheckoutRight(room, { policyId, right: "preApproved", userKey: root.key ?? "" });
  const made = await invoke(createCredential, room.context, root, { ...fields, managedAccountKey });
  expect(made).toMatchObject({ managedAccountKey, passwordSet: false });
  const of = { targetSystemId: "SHOWN", key: made.key };
  await invoke(updateCredential, showing, room.as("bob"), { ...of, useOrder: 2 });
  expect(await room.store.get("targetSystemCredentials", made.key)).toMatchObject({ managedAccountKey, useOrder: 2 });
  await invoke(updateCredential, showing, room.as("bob"), { ...of, managedAccountKey: null });
  expect(await room.store.get("targetSystemCredentials", made.key)).toMatchObject({ managedAccountKey: null });
});
