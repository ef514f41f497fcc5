import { z } from "zod";

import { authorizationPhasesMax, authorizersMax, descriptionMaxCharacters, idMaxCharacters } from "#domain/limits.ts";

const authorizer = z
  .strictObject({
    userKey: z.string().optional(),
    userClass: z.string().optional(),
    veto: z.boolean().default(false),
    inputRequired: z.boolean().default(false),
  })
  .refine((value) => (value.userKey === undefined) !== (value.userClass === undefined), {
    message: "name either userKey or userClass, not both",
  });

const authorizationPhase = z.strictObject({
  sequence: z.int().min(1),
  minApprovals: z.int().min(0).default(1),
  maxDenials: z.int().min(1).default(1),
  authorizers: z.array(authorizer).max(authorizersMax).default([]),
});

/** The properties of a target system that a caller may set on POST; `address` is checked by its connector's schema. */
export const targetSystemInput = z.strictObject({
  id: z
    .string()
    .min(1, "must not be empty")
    .max(idMaxCharacters)
    .regex(/^[^/?#\s\p{Cc}]+$/u, "must not contain blanks, control characters, '/', '?' or '#'"),
  type: z.string(),
  description: z.string().max(descriptionMaxCharacters).nullish(),
  address: z.union([z.record(z.string(), z.unknown()), z.literal("")]).nullish(),
  targetGroup: z.string().default("DEFAULT"),
  helpUrl: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .nullish(),
  mode: z.enum(["automatic", "manual"]).default("automatic"),
  enabled: z.boolean().default(true),
  sourceOfProfiles: z.boolean().default(false),
  autoAttachBy: z.string().max(idMaxCharacters).nullish(),
  proxyServers: z.array(z.string()).default([]),
  listSchedule: z.string().max(idMaxCharacters).nullish(),
  authorizationPhases: z.array(authorizationPhase).max(authorizationPhasesMax).default([]),
});

/** A target system as a caller gives it. */
export type TargetSystemInput = z.output<typeof targetSystemInput>;

/** One authorization phase as a caller gives it. */
export type AuthorizationPhaseInput = TargetSystemInput["authorizationPhases"][number];
