import { expect, test } from "vitest";

import { decodeRow } from "./rows.ts";

const connectors = Array.from({ length: 40 }, (_, index) => ({ id: `connector-${index}`, version: "1.0.0" }));
const row = (json: string) => decodeRow("proxyServers", { id: "P1", status: "enrolled", connectors: json, version: 1 });

test("long JSON is read where somebody looks at it, once", () => {
  const decoded = row(JSON.stringify(connectors));
  expect(decoded.connectors).toEqual(connectors);
  expect(decoded.connectors).toBe(decoded.connectors);
  expect({ ...decoded }).toMatchObject({ id: "P1", connectors, failedConnectors: null });
  expect(JSON.parse(JSON.stringify(decoded))).toMatchObject({ connectors });
});

test("a row of whose long JSON nobody asks anything costs no reading of it", () => {
  const decoded = row(`not JSON, ${"x".repeat(2_000)}`);
  expect(decoded.id).toBe("P1");
  expect(() => decoded.connectors).toThrow(SyntaxError);
});

test("long JSON that is the same in a later read is the same value, which nobody can change", () => {
  const json = JSON.stringify(connectors);
  const [first, second] = [row(json).connectors, row(json).connectors];
  expect(second).toBe(first);
  expect(() => Object.assign(first[0] ?? {}, { id: "another" })).toThrow(TypeError);
  const changed = row(json.replace("connector-0", "connector-x")).connectors;
  expect([changed[0]?.id, first[0]?.id]).toEqual(["connector-x", "connector-0"]);
});
