// @databases sqlite mariadb
import { afterAll, beforeAll, expect, it } from "vitest";

import { openTestApi, type TestApi } from "../support/api.ts";
import { sendGenerated } from "../support/odata-fuzz.ts";
import { foundOrganisation } from "../support/organisation.ts";
import { testSize } from "../support/test-size.ts";

const requests = testSize(1_000, 100_000);
const seed = 20_261_121;

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  const { people } = await foundOrganisation(api.context, { people: ["ada"], targets: { T1: [], T2: [] } });
  await api.letIn(...Object.values(people));
});
afterAll(() => api.close());

it(`answers none of ${requests} generated requests with 5xx other than 501`, async () => {
  const { broken } = await sendGenerated(api, { seed, requests });
  expect(broken).toEqual([]);
}, 600_000);
