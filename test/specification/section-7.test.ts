import { afterAll, beforeAll, expect, it } from "vitest";

import { openTestApi, type TestApi } from "#test/support/api.ts";
import { foundOrganisation } from "#test/support/organisation.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  await foundOrganisation(api.context, { people: [], targets: { AD1: [] } });
});
afterAll(() => api.close());

const definitions = "/v2/targetSystems('AD1')/attributeDefinitions";
const question = "/v2/users(11111111-1111-4111-8111-111111111111)/credentials/Gatehouse.REST.Models.v2.Question";
const target = { id: "NEW", type: "fault", description: "d", address: { a: 1 }, autoApprove: true };

/** Rows of the table of errors that concern resources of this API, as calls. */
const rows: readonly (readonly [
  row: string,
  method: string,
  path: string,
  body: object | undefined,
  status: number,
])[] = [
  ["POST credentials of type Question for an unknown user", "POST", question, { question: "?", answer: "!" }, 404],
  [
    "POST attribute definition with empty discoveredObjectType",
    "POST",
    definitions,
    { attribute: "a", discoveredObjectType: "" },
    400,
  ],
  [
    "POST attribute definition with empty attribute",
    "POST",
    definitions,
    { attribute: "", discoveredObjectType: "user" },
    400,
  ],
  ["POST target system with empty address", "POST", "/v2/targetSystems", { ...target, address: "" }, 400],
  ["POST target system with empty description", "POST", "/v2/targetSystems", { ...target, description: "" }, 400],
  ["PATCH target system with empty address", "PATCH", "/v2/targetSystems('AD1')", { address: {} }, 400],
  ["PATCH target system with empty description", "PATCH", "/v2/targetSystems('AD1')", { description: "" }, 400],
  [
    "GET attribute definitions of a nonexistent target system",
    "GET",
    "/v2/targetSystems('NONE')/attributeDefinitions",
    undefined,
    404,
  ],
];

// @specification 2.target-system.address 2.target-system.description 2.definition.object-type 2.definition.attribute
// @specification 2.definition.target-system 4.add-question
it.each(rows)("%s is rejected", async (_row, method, path, body, status) => {
  const answer = await api.send(method, path, { as: "root", ...(body === undefined ? {} : { body }) });
  expect(answer.status).toBe(status);
  expect(answer.json.error).toMatchObject({ code: expect.stringMatching(/^[A-Z_]+$/), message: expect.any(String) });
});

// @specification 5.user-locked 5.user-disabled
it.each([
  ["locked", "USER_LOCKED"],
  ["disabled", "USER_DISABLED"],
] as const)("token request with correct credentials of a user who is %s says %s", async (state, code) => {
  const lockedAt = state === "locked" ? { lockedAt: Date.now() } : {};
  await api.addUser(state, { [state]: true, ...lockedAt });
  const { json } = await api.signIn(state);
  expect(json.error_description).toContain(code);
});
