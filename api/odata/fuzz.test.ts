import { afterAll, beforeAll, expect, it } from "vitest";

import { openTestApi, type TestApi } from "#test/support/api.ts";
import { sendGenerated } from "#test/support/odata-fuzz.ts";
import { foundOrganisation } from "#test/support/organisation.ts";
import { testSize } from "#test/support/test-size.ts";

const requests = testSize(1000, 5000);

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  const { people } = await foundOrganisation(api.context, { people: ["ada"], targets: { T1: [], T2: [] } });
  await api.letIn(...Object.values(people));
});
afterAll(() => api.close());

it("answers every generated request, none with a failure of its own", async () => {
  const { statuses, broken } = await sendGenerated(api, { seed: 4711, requests });
  expect(broken).toEqual([]);
  // Unless the generator reaches all of them, it shows nothing.
  for (const status of [200, 400, 403, 404, 405, 501]) expect(statuses.get(status)).toBeGreaterThan(0);
});
