import { z } from "zod";

import { descriptionMaxCharacters } from "#domain/limits.ts";
import { targetSystems } from "#domain/resources/target-systems.ts";

import { implementersInput } from "../../abilities/implementers-input.ts";
import { targetSystemOptions } from "../../abilities/target-system-options.ts";
import { phasesInput } from "../../authorization-phases/engine/phases-input.ts";
import { inputOf } from "../../kernel/resource-input.ts";

const optionTextMaxCharacters = 2048;
const optionTypes = {
  boolean: z.boolean().optional(),
  string: z.string().max(optionTextMaxCharacters).nullable().optional(),
};
const options: Readonly<Record<string, z.ZodType<OptionValue | undefined>>> = Object.fromEntries(
  Object.entries(targetSystemOptions).map(([name, { type }]) => [name, optionTypes[type]]),
);

// Each has its own rules, which tell an empty value from a missing one.
const address = z.union([z.record(z.string(), z.unknown()), z.literal("")]).nullish();
const description = z.string().max(descriptionMaxCharacters).meta({ pattern: "\\S" }).nullish();

/** Value of an option. */
type OptionValue = string | boolean | null;
type Options = { readonly [N in keyof typeof targetSystemOptions]?: OptionValue | undefined };

const newTargetSystem = z.strictObject(
  inputOf(targetSystems, "create", {
    description,
    address,
    authorizationPhases: phasesInput.default([]),
    implementers: implementersInput.default([]),
  }),
);

const changedTargetSystem = z.strictObject({
  key: z.string(),
  ...inputOf(targetSystems, "change", {
    description,
    address,
    authorizationPhases: phasesInput.optional(),
    implementers: implementersInput.optional(),
  }),
});

/** A target system as a caller gives it. */
export type TargetSystemInput = z.output<typeof newTargetSystem> & Options;

/** Changes of a target system as a caller gives them. */
export type TargetSystemChanges = z.output<typeof changedTargetSystem> & Options;

/** Schema of a POST, with options; `address` is checked by its connector's schema. */
export const targetSystemInput = newTargetSystem.extend(options) as unknown as z.ZodType<TargetSystemInput>;

/** Schema of a PATCH, with options. */
export const targetSystemChanges = changedTargetSystem.extend(options) as unknown as z.ZodType<TargetSystemChanges>;

/** Splits an input into the options that it sets and the rest. */
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
