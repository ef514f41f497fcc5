import { inspect } from "node:util";

import { describe, expect, test } from "vitest";
import { z } from "zod";

import { checkConnector } from "./check-connector.ts";
import {
  addressJsonSchema,
  codes,
  ConnectorError,
  defineConnector,
  isConnectorCode,
  Secret,
  untilAborted,
  validateAddress,
} from "./index.ts";

const definition = {
  id: "demo",
  version: "1.0.0",
  title: "Demo",
  sdk: 1,
  address: z.strictObject({ host: z.string(), port: z.int().default(389) }),
  open: async () => ({}),
  operations: { serverInfo: async () => ({ product: "demo" }), enable: async () => {} },
} as const;

describe("a secret", () => {
  test("prints as [secret] everywhere and comes out by use only", () => {
    const secret = new Secret("open sesame");
    expect(
      [String(secret), JSON.stringify({ secret }), inspect({ secret }), String(Object.values(secret))].join(),
    ).not.toContain("sesame");
    expect(secret.use((plaintext) => plaintext.length)).toBe(11);
  });
});

describe("connector errors", () => {
  test("know from their code whether a retry makes sense and whether the target may have acted", () => {
    const lost = new ConnectorError("broken", "gone", { targetCode: 81 });
    expect(lost).toMatchObject({
      retryable: true,
      outcomeUnknown: true,
      targetCode: "81",
      message: "gone",
      name: "ConnectorError",
    });
    expect(new ConnectorError("strength", "weak")).toMatchObject({ retryable: false, outcomeUnknown: false });
    expect(Object.keys(codes).every(isConnectorCode)).toBe(true);
    expect(isConnectorCode("toString")).toBe(false);
  });
});

describe("work until a signal fires", () => {
  const never = () => new Promise<never>(() => {});

  test("gives what the work gives, and its error", async () => {
    const { signal } = new AbortController();
    expect(await untilAborted(signal, async () => 7)).toBe(7);
    await expect(untilAborted(signal, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  });

  test("ends with the reason of the signal, and is not begun after it", async () => {
    const stop = new AbortController();
    const waiting = untilAborted(stop.signal, never);
    stop.abort(new Error("too late"));
    await expect(waiting).rejects.toThrow("too late");
    let begun = 0;
    await expect(untilAborted(stop.signal, async () => (begun += 1))).rejects.toThrow("too late");
    expect(begun).toBe(0);
  });
});

describe("defining a connector", () => {
  test("its capabilities are the functions that are present", () => {
    expect(defineConnector(definition).capabilities).toEqual(["enable", "serverInfo"]);
  });

  test("refuses an id that is no lower-case word", () => {
    expect(() => defineConnector({ ...definition, id: "My Connector" })).toThrow("My Connector");
  });

  test("refuses an id that the service would not load, and takes the longest one", () => {
    const longest = "c".repeat(60);
    expect(checkConnector(defineConnector({ ...definition, id: longest }))).toBeUndefined();
    expect(() => defineConnector({ ...definition, id: `${longest}c` })).toThrow("60 at most");
  });

  test("its address is validated with defaults, and the refusal names field and rule", async () => {
    const connector = defineConnector(definition);
    expect(await validateAddress(connector, { host: "h" })).toEqual({ host: "h", port: 389 });
    const refused = validateAddress(connector, { host: 1, colour: "red" });
    await expect(refused).rejects.toMatchObject({
      code: "config",
      message: expect.stringMatching(/host: .*string.*colour/s),
    });
    expect(addressJsonSchema(connector)).toMatchObject({ type: "object", required: ["host"] });
  });
});
