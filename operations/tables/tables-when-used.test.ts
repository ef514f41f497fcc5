import { afterAll, beforeAll, expect, test } from "vitest";

import type { Row } from "#store/tables.ts";
import { callerOf, openTestService, type TestService } from "#test/support/service.ts";

import type { CallContext } from "../kernel/context.ts";
import type { Performer } from "../kernel/performer.ts";
import { serviceTables } from "./service-tables.ts";
import { tablesWhenUsed } from "./tables-when-used.ts";

let opened: TestService;
beforeAll(async () => {
  opened = await openTestService();
});
afterAll(() => opened.close());

test.each([
  ["at hand", serviceTables],
  ["when they are used", tablesWhenUsed],
])("tables %s refuse, fail and end check-outs, and know no unknown name of what to attach", async (_, tables) => {
  const { context } = opened;
  const caller = callerOf({ key: "U1", id: "nobody", superuser: false });
  const call: CallContext = { ...context, tables, caller, visible: new Map(), operationId: null, startedAt: 0 };
  const { check, begin, withdrawn, accepted } = (await tables.performerOf("checkout")) as Required<
    Performer<CallContext>
  >;
  await expect(check(call, "U1", [{ code: "ARCHREQPWD", sequence: 1, accountKey: "A1" }])).rejects.toMatchObject({
    code: "CHECKOUT_RIGHT_MISSING",
    target: "operations/0/accountKey",
  });
  await expect(check(call, "U1", [])).resolves.toBeUndefined();
  expect(Object.keys(await tables.performerOf("object")).toSorted()).toEqual(["begin", "ended", "stillApplicable"]);
  expect(await tables.performerOf("exception")).toEqual({ begin: expect.any(Function) });
  await expect((async () => tables.attach("nothing", call, [{}], ["x"]))()).rejects.toThrow(
    "nothing attaches 'nothing'",
  );
  expect(await tables.attach("account", call, [], ["name"])).toEqual([]);
  const operation = { key: "O1", requestKey: "R1", accountKey: "A1" } as Row<"requestOperations">;
  expect(await begin(call, operation, () => Promise.resolve(undefined))).toMatchObject({
    result: "F",
    errorCode: "CHECKOUT_NOT_OUT",
  });
  const request = { key: "R1", recipientKey: "U1", reason: null } as Row<"reqbatch">;
  const wanted = { key: "O1", code: "ARCHREQPWD", sequence: 1, accountKey: "A1" } as const;
  await expect(accepted(call, request, [wanted])).rejects.toMatchObject({ code: "CHECKOUT_RIGHT_MISSING" });
  await context.store.transaction(async () => {
    const place = { managedAccountKey: "M1", policyId: "P1", requestKey: "R1", operationKey: "O1", userKey: "U1" };
    const key = context.ids.guid();
    const wish = { reason: "why", ticket: null, minutes: 5, startAt: null };
    await context.store.add("checkouts", { key, ...place, ...wish, status: "requested", requestedAt: 0 });
    await withdrawn(call, "R1", "denied");
    expect(await context.store.get("checkouts", key)).toMatchObject({ status: "denied" });
    await context.store.remove("checkouts", key);
  });
});
