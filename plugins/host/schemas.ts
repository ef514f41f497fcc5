import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { commentMaxCharacters } from "#domain/limits.ts";
import { pluginNameMaxCharacters, pluginPeopleMax } from "#domain/plugin-limits.ts";
import { inputRule } from "#platform/input-rule.ts";
import type { PluginAccount, PluginOperation, PluginRequest, PluginUser } from "#plugins/contract/request.ts";

/** A name or key that is not empty. */
export const name = z.string().min(1, "is empty").max(pluginNameMaxCharacters);
/** A text for people. */
export const words = z.string().max(commentMaxCharacters);
/** A secret in its box, or a text that is put into one. */
export const secret = z.union([z.instanceof(Secret), z.string().transform((text) => new Secret(text))], {
  error: "must be a text",
});
/** A moment. */
export const moment = z.iso.datetime();

/** A user. */
export const user: z.ZodType<PluginUser> = z.strictObject({ key: name, id: name, displayName: z.string().nullable() });

/** Keys of users. */
export const people = z.array(name).max(pluginPeopleMax);

/** An account. */
export const account: z.ZodType<PluginAccount> = z.strictObject({ targetSystemKey: name, id: name });

/** An operation of a request. */
export const operation: z.ZodType<PluginOperation> = z.strictObject({
  code: name,
  targetSystemKey: name.nullable(),
  accountKey: name.nullable(),
  groupKey: name.nullable(),
  roleKey: name.nullable(),
  attributes: z.record(z.string(), z.array(z.union([z.string(), z.number(), z.boolean()]))),
});

/** A request. */
export const request: z.ZodType<PluginRequest> = z.strictObject({
  key: name,
  number: name,
  requester: user,
  recipient: user,
  reason: z.string().nullable(),
  operations: z.array(operation),
});

/**
 * Returns the faults of a value by a schema: each field with its rule; undefined if the value fits. The text holds no part of the value
 * except, unless `isSecret`, the names of unknown fields.
 */
export function faultsOf(schema: z.ZodType, value: unknown, isSecret = false): string | undefined {
  const { success, error } = schema.safeParse(value, { error: isSecret ? namelessRule : inputRule });
  if (success) return undefined;
  return error.issues
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join(".")}: ${message}`))
    .join("; ");
}

// The name of an unknown field may be anything, even a secret.
function namelessRule(issue: z.core.$ZodRawIssue): string {
  return issue.code === "unrecognized_keys" ? "has fields that are not known here" : inputRule(issue);
}

/** Returns the fault of a list whose names must be unique; undefined if they are. */
export function notOnce(field: string, names: readonly string[]): string | undefined {
  return new Set(names).size === names.length ? undefined : `${field}: one stands there twice`;
}

/** Returns the fault of a refusal without a message; undefined if there is none. */
export function unsaid(field: string, isRefused: boolean, said: string | undefined): string | undefined {
  return isRefused && !said?.trim() ? `${field}: is needed, because it is what people are told` : undefined;
}
