import { expect, it } from "vitest";

import { knownConnectors } from "./known-connectors.ts";

const connector = (id: string, version: string) => ({ id, version, capabilities: ["read"], addressSchema: {} });

it("names each version of a connector once, with the proxies that have it", () => {
  const proxies = [
    { id: "a", connectors: [connector("ldap", "1.0"), connector("sql", "1.0")] },
    { id: "b", connectors: [connector("ldap", "1.0"), connector("ldap", "2.0")] },
    { id: "c", connectors: [] },
  ];
  expect(knownConnectors(proxies).map(({ id, version, proxies: at }) => [id, version, ...at])).toEqual([
    ["ldap", "1.0", "a", "b"],
    ["ldap", "2.0", "b"],
    ["sql", "1.0", "a"],
  ]);
  expect(knownConnectors([])).toEqual([]);
});
