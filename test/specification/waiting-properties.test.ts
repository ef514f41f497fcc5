import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { waitingProperties } from "#domain/waiting-properties.ts";
import { targetSystemOptions } from "#operations/abilities/target-system-options.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { foundOrganisation } from "#test/support/organisation.ts";
import { failure } from "#test/support/says.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  await foundOrganisation(api.context, { people: [], targets: { AD1: [] } });
});
afterAll(() => api.close());

const post = (path: string, body: object) => api.send("POST", path, { as: "root", body });
const patch = (path: string, body: object) => api.send("PATCH", path, { as: "root", body });

let count = 0;
const newTarget = () => ({
  id: `S${++count}`,
  type: "fault",
  description: "d",
  address: { a: 1 },
  autoApprove: true,
});

describe("what waits for a later part", () => {
  const bodies = {
    targetSystems: { at: "/v2/targetSystems", key: "('AD1')", body: () => newTarget() },
    credentials: {
      at: "/v2/targetSystems('AD1')/credentials",
      key: "",
      body: () => ({ administratorId: "cn=admin" }),
    },
    attributeDefinitions: {
      at: "/v2/targetSystems('AD1')/attributeDefinitions",
      key: "",
      body: () => ({ attribute: `waiting${++count}`, discoveredObjectType: "user" }),
    },
  };

  it.each(waitingProperties.map((row) => [row.resource, row.property, row] as const))(
    "%s: %s is answered 501 when it is set to another value than is honoured, and taken otherwise",
    async (resource, property, { waiting: value, honoured, waitsFor }) => {
      const { at, key, body } = bodies[resource];
      const created = await post(at, { ...body(), [property]: honoured[0] });
      expect([created.status, created.json[property]]).toEqual([201, honoured[0]]);
      const refused = await post(at, {
        ...body(),
        [property]: value,
      });
      expect(failure(refused)).toEqual([501, "NOT_SUPPORTED", property]);
      expect(refused.json.error.message).toContain(waitsFor);
      const one = key === "" ? `(${created.json.key})` : key;
      expect(failure(await patch(`${at}${one}`, { [property]: value }))).toEqual([501, "NOT_SUPPORTED", property]);
      expect((await patch(`${at}${one}`, { [property]: honoured[0] })).status).toBe(204);
      if (!Object.hasOwn(targetSystemOptions, property)) return;
      const option = await patch(`/v2/targetSystems('AD1')/options('${property}')`, { value });
      expect(failure(option)).toEqual([501, "NOT_SUPPORTED", "value"]);
    },
  );
});
