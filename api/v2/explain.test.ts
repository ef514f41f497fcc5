import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { nextStep } from "#operations/requests/next-step.ts";
import type { Row } from "#store/tables.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { foundOrganisation } from "#test/support/organisation.ts";

let api: TestApi;
let people: Readonly<Record<string, Row<"users">>>;
beforeAll(async () => {
  api = await openTestApi();
  const targets = { T1: [{ authorizers: ["ben", "cy"], veto: ["ben"], minApprovals: 2 }] };
  ({ people } = await foundOrganisation(api.context, { people: ["ada", "ben", "cy", "eve"], targets }));
  await api.letIn(...Object.values(people));
});
afterAll(() => api.close());

const keyOf = (id: string) => people[id]?.key ?? "";
const explain = (key: string, as: string) => api.send("GET", `/v2/requests(${key})/explain`, { as });

async function waiting(): Promise<string> {
  const operations = [{ code: "ACUA", targetSystemKey: "T1" }];
  const body = { recipientKey: keyOf("ada"), operations };
  const { json } = await api.send("POST", "/v2/requests", { as: "ada", body });
  await step(json.key, 0);
  return json.key;
}

function step(key: string, ordinal: number): Promise<unknown> {
  const input = { key, run: "run", ordinal, wakes: 0, ended: [], held: [] };
  return invoke(nextStep, api.context, engineCaller("idwfm", key), input);
}

const decide = (key: string, as: string, decision: string) =>
  api.send("POST", `/v2/requests(${key})/decide`, { as, body: { phase: 1, decision } });

describe("GET /v2/requests({key})/explain", () => {
  it("tells of a request that waits who must act, since when, and what is missing", async () => {
    const key = await waiting();
    await decide(key, "ben", "approve");
    const { status, json } = await explain(key, "ada");
    const request = await api.store.get("reqbatch", key);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      "@odata.context": expect.stringContaining("$metadata#Gatehouse.REST.Models.v2.RequestExplanation"),
      status: "W",
      final: false,
      phase: { sequence: 1, state: "open", outcome: "open", rule: 6, approvals: 1, approvalsMissing: 1 },
      nextReminderAt: expect.stringMatching(/Z$/),
      escalatesAt: null,
      expiresAt: new Date(request?.expiresAt ?? 0).toISOString(),
    });
    expect(json.waitsFor).toMatchObject([{ userKey: keyOf("cy"), veto: false, since: expect.stringMatching(/Z$/) }]);
  });

  it("tells of a denied request which rule and which decisions led there", async () => {
    const key = await waiting();
    await decide(key, "ben", "deny");
    await step(key, 1);
    const { json } = await explain(key, "cy");
    expect(json).toMatchObject({ status: "D", final: true, waitsFor: [], expiresAt: null });
    expect(json.phase).toMatchObject({ outcome: "denied", rule: 2 });
    expect(json.phase.decisions).toMatchObject([{ userKey: keyOf("ben"), decision: "deny" }]);
  });

  it("tells from the ledger of every phase whom it asked, how each came in and what they said, and of the end", async () => {
    const key = await waiting();
    const open = (await explain(key, "ada")).json;
    const ben = { userKey: keyOf("ben"), person: { id: "ben" } };
    expect(open).toMatchObject({
      ledger: "whole",
      end: null,
      phases: [
        {
          sequence: 1,
          targetSystemKey: "T1",
          outcome: "open",
          rule: expect.stringContaining("any(2,"),
          ruleVersion: expect.any(Number),
          openedAt: expect.stringMatching(/Z$/),
          decisions: [],
        },
      ],
    });
    expect(open.phases[0].people).toHaveLength(2);
    expect(open.phases[0].people).toContainEqual(expect.objectContaining({ userKey: keyOf("ben"), veto: true }));
    await api.send("POST", `/v2/requests(${key})/decide`, {
      as: "ben",
      body: { phase: 1, decision: "deny", comment: "not now" },
    });
    await step(key, 1);
    const { json } = await explain(key, "cy");
    expect(json.end).toMatchObject({ status: "D", userKey: null, because: "Phase 1 was denied." });
    expect(json.phases).toMatchObject([
      { outcome: "denied", decisions: [{ ...ben, decision: "deny", comment: "not now" }] },
    ]);
  });

  it("names who cancelled it, and tells nothing from a ledger that was changed or is not there", async () => {
    const key = await waiting();
    await api.send("POST", `/v2/requests(${key})/cancel`, { as: "ada" });
    expect((await explain(key, "ada")).json.end).toMatchObject({
      status: "K",
      userKey: keyOf("ada"),
      person: { id: "ada" },
      because: "It was cancelled.",
    });
    const old = await api.store.transaction(async () => {
      const row = (await api.store.get("reqbatch", key)) as Row<"reqbatch">;
      return api.store.add("reqbatch", { ...row, key: api.context.ids.guid() });
    });
    expect((await explain(old.key, "ada")).json).toMatchObject({ ledger: "none", phases: [], end: null });
  });

  it("is for those who may read the request", async () => {
    const key = await waiting();
    expect((await explain(key, "eve")).status).toBe(403);
    expect((await explain("11111111-1111-4111-8111-111111111111", "root")).status).toBe(404);
    expect((await explain("11111111-1111-4111-8111-111111111111", "eve")).status).toBe(403);
    expect((await api.send("GET", `/v2/requests(${key})/explain?$top=1`, { as: "ada" })).status).toBe(400);
    expect((await api.send("POST", `/v2/requests(${key})/explain`, { as: "ada", body: {} })).status).toBe(405);
  });
});
