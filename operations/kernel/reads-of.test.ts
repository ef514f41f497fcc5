import { afterAll, beforeAll, expect, test } from "vitest";

import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";
import { callerOf } from "#test/support/service.ts";

import { addImportRule } from "../import-rules/change-import-rules.ts";
import { trialImportRules } from "../import-rules/trial-import-rules.ts";
import { dryRunPolicies } from "../policies/dry-run.ts";
import { showProxyStatus } from "../proxies/show-status.ts";
import type { Caller, ServiceContext } from "./context.ts";
import { invoke } from "./invoke.ts";

let room: RequestRoom;
const superuser = callerOf({ key: "root", id: "root", superuser: true });
const operator = callerOf({ key: "", id: "cli", superuser: false }, { kind: "engine", key: null, module: "cli" });

beforeAll(async () => {
  room = await openRequestRoom({ targets: { T1: [] } });
  const rule = { objectType: "managedAccount", sequence: 1, condition: "true", action: "unbind" };
  await invoke(addImportRule, room.context, operator, rule);
});
afterAll(() => room.close());

/** Opens a service whose reads for callers take too long; it records their owners. */
function slow(): { readonly context: ServiceContext; readonly owners: Set<string> } {
  const owners = new Set<string>();
  const tooLong = () => Promise.reject(new ServiceError("READ_TOO_LONG"));
  const readsFor = (owner: string) => {
    owners.add(owner);
    const rows = { select: tooLong, count: tooLong, countEach: tooLong, countBy: tooLong, firstKeys: tooLong };
    return { ...rows, violatorsOf: tooLong, violatorsAmong: tooLong, heldBy: tooLong };
  };
  return { context: { ...room.context, store: { ...room.store, readsFor } }, owners };
}

const policies = (name: string, expression: string) => ({ policies: [{ name, expression }] });

test.each<[string, (context: ServiceContext, caller: Caller) => Promise<unknown>]>([
  ["a trial of import rules", (context, caller) => invoke(trialImportRules, context, caller, {})],
  [
    "a dry run of a policy on rows",
    (context, caller) => invoke(dryRunPolicies, context, caller, policies(policyOf.get("accounts"), "true")),
  ],
  [
    "a dry run of a policy on facts",
    (context, caller) => invoke(dryRunPolicies, context, caller, policies(policyOf.action("requests/decide"), "true")),
  ],
])("%s ends within a time where a user asks for it, and takes the user's turn", async (_, run) => {
  const { context, owners } = slow();
  await expect(run(context, superuser)).rejects.toMatchObject({ code: "READ_TOO_LONG" });
  expect([...owners]).toEqual(["root"]);
  await expect(run(context, operator)).resolves.toBeDefined();
});

test("the status of a proxy does, too", async () => {
  const { context, owners } = slow();
  const run = invoke(showProxyStatus, context, superuser, { key: "local" });
  await expect(run).rejects.toMatchObject({ code: "READ_TOO_LONG" });
  expect([...owners]).toEqual(["root"]);
});
