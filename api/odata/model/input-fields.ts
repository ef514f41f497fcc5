import { z } from "zod";

import type { Verb } from "../entity-set.ts";
import { memoized } from "../memoized.ts";

/** A piece of JSON Schema; `rule` names in words what it cannot say (operations/text-input), `typeName` what its type is called in descriptions. */
export type Json = Readonly<Record<string, unknown>>;

/** The fields of an input, as JSON Schema, and those that must be given. */
export interface InputFields {
  readonly properties: Readonly<Record<string, Json>>;
  readonly required: readonly string[];
  /** Rules about several fields, in words. */
  readonly rules: readonly string[];
}

const none: InputFields = { properties: {}, required: [], rules: [] };

/** The fields that the operation behind a verb takes: what documents say of bodies. */
export function inputFieldsOf({ input }: Pick<Verb<unknown>, "input">): InputFields {
  return input === undefined ? none : fieldsOf(input);
}

const fieldsOf = memoized((input: z.ZodType): InputFields => {
  // Secrets and the like have no shape in JSON; what the type says of them is taken instead.
  const schema: Json = { ...z.toJSONSchema(input, { io: "input", unrepresentable: "any", reused: "inline" }) };
  const rules = typeof schema["rule"] === "string" ? [schema["rule"]] : [];
  return { ...none, ...(schema as Partial<InputFields>), rules };
});
