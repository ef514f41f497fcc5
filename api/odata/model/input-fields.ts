import { z } from "zod";

import type { Verb } from "../entity-set.ts";
import { memoized } from "../memoized.ts";

/**
 * A piece of JSON Schema. `rule` says in words what the schema cannot say (operations/text-input). `typeName` is the
 * name of its type in descriptions.
 */
export type Json = Readonly<Record<string, unknown>>;

/** Fields of an input, as JSON Schema, and the required ones. */
export interface InputFields {
  readonly properties: Readonly<Record<string, Json>>;
  readonly required: readonly string[];
  /** Rules about several fields, in words. */
  readonly rules: readonly string[];
}

const none: InputFields = { properties: {}, required: [], rules: [] };

/** Returns the fields that the operation behind a verb takes, for the description of bodies. */
export function inputFieldsOf({ input }: Pick<Verb<unknown>, "input">): InputFields {
  return input === undefined ? none : fieldsOf(input);
}

const fieldsOf = memoized((input: z.ZodType): InputFields => {
  // Secrets and the like have no shape in JSON; the type's description is used instead.
  const schema: Json = { ...z.toJSONSchema(input, { io: "input", unrepresentable: "any", reused: "inline" }) };
  const rules = typeof schema["rule"] === "string" ? [schema["rule"]] : [];
  return { ...none, ...(schema as Partial<InputFields>), rules };
});
