import { z } from "zod";

import { codes, type ConnectorCode } from "#connectors/contract/index.ts";
import { serverTextMaxCharacters } from "#domain/limits.ts";

const key = z.string().min(1).max(400);
const attributes = z.record(
  z.string().min(1).max(190),
  z.array(z.union([z.string(), z.number(), z.boolean()])).max(1000),
);

/** An outcome as a proxy sends it; over-long words of a target are cut when they are stored, for a refusal helps nobody. */
export const outcomeSchema = z
  .strictObject({
    operationKey: z.string().min(1).max(100),
    sends: z.int().min(1),
    result: z.enum(["S", "F", "X"]),
    code: z.enum(Object.keys(codes) as [ConnectorCode, ...ConnectorCode[]]).exactOptional(),
    message: z.string().exactOptional(),
    targetCode: z.string().max(190).exactOptional(),
    retryAfterMs: z.int().min(0).exactOptional(),
    server: z
      .strictObject({
        product: z.string().min(1).max(serverTextMaxCharacters),
        version: z.string().max(serverTextMaxCharacters).exactOptional(),
        capabilities: z.array(z.string().min(1).max(60)).max(60),
        connectorVersion: z.string().min(1).max(60),
        latencyMs: z.int().min(0),
        clockSkewMs: z.int().exactOptional(),
      })
      .exactOptional(),
    object: z.strictObject({ id: key, name: key, attributes }).exactOptional(),
  })
  .refine(
    ({ result, code }) => (result === "F" ? code !== undefined : result === "X" || code === undefined),
    "must have a code when it failed, and none when it succeeded",
  );
