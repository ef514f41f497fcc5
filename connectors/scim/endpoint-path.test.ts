import { expect, test } from "vitest";

import { endpointPath } from "./endpoint-path.ts";

test.each([
  ["https://host/scim/v2", "/Users", "/Users"],
  ["https://host/scim/v2/", "Users", "/Users"],
  ["https://host/scim/v2", "/scim/v2/Users", "/Users"],
  ["https://host/scim/v2", "/v2/Users", "/Users"],
  ["https://host/scim/v2", "/Tenants/7/Users", "/Tenants/7/Users"],
  ["https://host/scim/v2", "https://host/scim/v2/Users", "/Users"],
  ["https://host/scim/v2", "https://host/scim/v2/Tenants/7/Users/", "/Tenants/7/Users"],
  ["https://host/scim/v2", "http://inner:8080/rest/Users", "/Users"],
  ["https://host", "/Users", "/Users"],
  ["https://host/Users", "/Users", "/Users"],
])("below %s the endpoint %s lies at %s", (base, endpoint, path) => {
  expect(endpointPath(base, endpoint)).toBe(path);
});
