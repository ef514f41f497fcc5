import { z } from "zod";

import { codes, type ConnectorCode } from "#connectors/contract/index.ts";
import { objectNameMaxCharacters, serverTextMaxCharacters, stableIdMaxCharacters } from "#domain/limits.ts";
import {
  attributeNamesMax,
  capabilitiesMax,
  connectorNameMaxCharacters,
  openedCandidatesMax,
  operationKeyMaxCharacters,
  targetCodeMaxCharacters,
  toldOutputMaxCharacters,
  triedPasswordsMax,
} from "#domain/report-limits.ts";

const key = z.string().min(1).max(stableIdMaxCharacters);
const attributeName = z.string().min(1).max(objectNameMaxCharacters);
// The limit of a body also limits the values: as many as a discovery takes.
const attributes = z.record(attributeName, z.array(z.union([z.string(), z.number(), z.boolean()])));

/** Schema of an outcome from a proxy. Too long texts of a target are cut when they are stored, because a refusal would help no one. */
export const outcomeSchema = z
  .strictObject({
    operationKey: z.string().min(1).max(operationKeyMaxCharacters),
    sends: z.int().min(1),
    result: z.enum(["S", "F", "X"]),
    code: z.enum(Object.keys(codes) as [ConnectorCode, ...ConnectorCode[]]).exactOptional(),
    message: z.string().exactOptional(),
    targetCode: z.string().max(targetCodeMaxCharacters).exactOptional(),
    retryAfterMs: z.int().min(0).exactOptional(),
    server: z
      .strictObject({
        product: z.string().min(1).max(serverTextMaxCharacters),
        version: z.string().max(serverTextMaxCharacters).exactOptional(),
        capabilities: z.array(z.string().min(1).max(connectorNameMaxCharacters)).max(capabilitiesMax),
        connectorVersion: z.string().min(1).max(connectorNameMaxCharacters),
        latencyMs: z.int().min(0),
        clockSkewMs: z.int().exactOptional(),
      })
      .exactOptional(),
    object: z
      .strictObject({
        id: key,
        name: z.string().min(1).max(objectNameMaxCharacters),
        attributes,
        enabled: z.boolean().exactOptional(),
        leftOut: z.array(attributeName).max(attributeNamesMax).exactOptional(),
      })
      .exactOptional(),
    unseen: z.literal(true).exactOptional(),
    opened: z.array(z.string().min(1).max(operationKeyMaxCharacters)).max(openedCandidatesMax).exactOptional(),
    tried: z
      .array(
        z.strictObject({
          key: z.string().min(1).max(operationKeyMaxCharacters),
          answer: z.enum(["opens", "refused", "unknown"]),
          counts: z.boolean(),
        }),
      )
      .max(triedPasswordsMax)
      .exactOptional(),
    output: z
      .strictObject({
        exitCode: z.int(),
        stdout: z.string().max(toldOutputMaxCharacters),
        stderr: z.string().max(toldOutputMaxCharacters),
        cut: z.boolean(),
      })
      .exactOptional(),
  })
  .refine(
    ({ result, code }) => (result === "F" ? code !== undefined : result === "X" || code === undefined),
    "must have a code when it failed, and none when it succeeded",
  );
