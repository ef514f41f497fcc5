import { z } from "zod";

import { connectorProblemNames } from "#domain/failed-connector.ts";
import type { JsonValue } from "#domain/json.ts";

import { defineOperation } from "../define-operation.ts";
import { enrolledProxy } from "./enrolled-proxy.ts";

const connectorsMax = 200;
const capabilitiesMax = 60;
const messageMax = 400;
const shortText = z.string().min(1).max(60);

/**
 * Takes what a proxy reports of itself when it starts and then each minute: its version, its connectors with the JSON
 * Schema of their addresses, by which the API checks a target's address, and the connectors it could not load.
 * @throws PROXY_SIGNATURE_INVALID
 */
export const helloFromProxy = defineOperation({
  name: "proxies.hello",
  operationType: "PROXY_HELLO",
  input: z.strictObject({
    softwareVersion: z.string().min(1).max(40),
    connectors: z
      .array(
        z.strictObject({
          id: shortText,
          version: shortText,
          capabilities: z.array(shortText).max(capabilitiesMax),
          addressSchema: z.record(z.string(), z.json()),
        }),
      )
      .max(connectorsMax)
      .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, "must not name a connector twice"),
    failedConnectors: z
      .array(
        z.strictObject({
          name: z.string().min(1).max(messageMax),
          problem: z.enum(connectorProblemNames),
          message: z.string().max(messageMax),
        }),
      )
      .max(connectorsMax)
      .default([]),
  }),
  policies: [],
  callers: ["proxy"],
  audit: { operation: "PXHI", when: "refusalOnly" },
  async run(context, { softwareVersion, connectors, failedConnectors }): Promise<{ proxyId: string; time: number }> {
    const { id } = await enrolledProxy(context);
    const time = context.clock.now();
    const reported = connectors.map((connector) => ({
      ...connector,
      addressSchema: connector.addressSchema as JsonValue,
    }));
    await context.store.save("proxyServers", {
      id,
      softwareVersion,
      connectors: reported,
      failedConnectors,
      lastSeenAt: time,
    });
    return { proxyId: id, time };
  },
});
