import { z } from "zod";

import { isCron } from "#domain/cron.ts";
import { authorizationPhasesMax, authorizersMax, descriptionMaxCharacters, idMaxCharacters } from "#domain/limits.ts";

import { newId } from "../new-id.ts";
import { webAddress } from "../text-input.ts";
import { targetSystemOptions } from "./target-system-options.ts";

const authorizerRule = "must name either userKey or userClass, and not both";

const authorizer = z
  .strictObject({
    userKey: z.string().nullish(),
    userClass: z.string().nullish(),
    veto: z.boolean().default(false),
    inputRequired: z.boolean().default(false),
  })
  .refine((value) => ((value.userKey ?? null) === null) !== ((value.userClass ?? null) === null), {
    message: authorizerRule,
  })
  .meta({ rule: authorizerRule });

const authorizationPhase = z.strictObject({
  sequence: z.int().min(1),
  minApprovals: z.int().min(0).default(1),
  maxDenials: z.int().min(1).default(1),
  authorizers: z.array(authorizer).max(authorizersMax).default([]),
});

const optionTextMaxCharacters = 2048;
const proxyServersMax = 100;
const optionTypes = {
  boolean: z.boolean().optional(),
  string: z.string().max(optionTextMaxCharacters).nullable().optional(),
};
const options: Readonly<Record<string, z.ZodType<OptionValue | undefined>>> = Object.fromEntries(
  Object.entries(targetSystemOptions).map(([name, { type }]) => [name, optionTypes[type]]),
);

const helpUrl = webAddress.nullish();
const address = z.union([z.record(z.string(), z.unknown()), z.literal("")]).nullish();
const description = z.string().max(descriptionMaxCharacters).meta({ pattern: "\\S" }).nullish();
const phases = z.array(authorizationPhase).max(authorizationPhasesMax);
const proxyServers = z.array(z.string().max(idMaxCharacters)).max(proxyServersMax);
const mode = z.enum(["automatic", "manual"]);
const scheduleRule = "must be five fields: minute hour day month weekday, such as '30 2 * * *' (UTC)";
const listSchedule = z
  .string()
  .max(idMaxCharacters)
  .refine(isCron, scheduleRule)
  .meta({ rule: scheduleRule })
  .nullish();

/** The value of an option. */
type OptionValue = string | boolean | null;
type Options = { readonly [N in keyof typeof targetSystemOptions]?: OptionValue | undefined };

const newTargetSystem = z.strictObject({
  id: newId,
  type: z.string().max(idMaxCharacters),
  description,
  address,
  targetGroup: z.string().max(idMaxCharacters).default("DEFAULT"),
  helpUrl,
  mode: mode.default("automatic"),
  enabled: z.boolean().default(true),
  sourceOfProfiles: z.boolean().default(false),
  autoAttachBy: z.string().max(idMaxCharacters).nullish(),
  proxyServers: proxyServers.default([]),
  listSchedule,
  authorizationPhases: phases.default([]),
});

const changedTargetSystem = z.strictObject({
  key: z.string(),
  type: z.string().max(idMaxCharacters).optional(),
  description,
  address,
  targetGroup: z.string().max(idMaxCharacters).optional(),
  helpUrl,
  mode: mode.optional(),
  enabled: z.boolean().optional(),
  sourceOfProfiles: z.boolean().optional(),
  autoAttachBy: z.string().max(idMaxCharacters).nullish(),
  proxyServers: proxyServers.optional(),
  listSchedule,
  authorizationPhases: phases.optional(),
});

/** A target system as a caller gives it. */
export type TargetSystemInput = z.output<typeof newTargetSystem> & Options;

/** Changes of a target system as a caller gives them. */
export type TargetSystemChanges = z.output<typeof changedTargetSystem> & Options;

/** One authorization phase as a caller gives it. */
export type AuthorizationPhaseInput = TargetSystemInput["authorizationPhases"][number];

/** What a caller may set on POST, options too; `address` is checked by its connector's schema. */
export const targetSystemInput = newTargetSystem.extend(options) as unknown as z.ZodType<TargetSystemInput>;

/** What a caller may set on PATCH, options too. */
export const targetSystemChanges = changedTargetSystem.extend(options) as unknown as z.ZodType<TargetSystemChanges>;

/** Parts an input into the options that it sets and the rest. */
export function splitOptions<T extends Options>(
  input: T,
): { options: [string, OptionValue][]; rest: Omit<T, keyof Options> } {
  const isOption = ([name]: readonly [string, unknown]) => Object.hasOwn(targetSystemOptions, name);
  const entries = Object.entries(input);
  return {
    options: entries.filter((entry): entry is [string, OptionValue] => isOption(entry) && entry[1] !== undefined),
    rest: Object.fromEntries(entries.filter((entry) => !isOption(entry))) as Omit<T, keyof Options>,
  };
}
