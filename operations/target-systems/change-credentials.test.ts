import { afterEach, beforeEach, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { policyOf } from "#domain/policy-name.ts";
import { eq } from "#domain/query/condition.ts";
import { invoke } from "#operations/invoke.ts";
import { createPolicyEngine, type PolicyEngine } from "#policies/engine.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { createCredential, deleteCredential, replaceCredential, updateCredential } from "./change-credentials.ts";

let room: RequestRoom;

beforeEach(async () => {
  room = await openRequestRoom({ targets: { SHOWN: [], HIDDEN: [] } });
});
afterEach(() => room.close());

/** Lets everybody write credentials, and shows one target system. */
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
