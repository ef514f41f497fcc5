import { z } from "zod";

import type { Verb } from "../entity-set.ts";

/** A piece of JSON Schema. */
type Json = Readonly<Record<string, unknown>>;

/** The fields of an input, as JSON Schema, and those that must be given. */
export interface InputFields {
  readonly properties: Readonly<Record<string, Json>>;
  readonly required: readonly string[];
}

const none: InputFields = { properties: {}, required: [] };
const known = new WeakMap<z.ZodType, InputFields>();

/** The fields that the operation behind a verb takes: what documents say of bodies. */
export function inputFieldsOf({ input }: Pick<Verb<unknown>, "input">): InputFields {
  if (input === undefined) return none;
  const found = known.get(input);
  if (found !== undefined) return found;
  // Secrets and the like have no shape in JSON; what the type says of them is taken instead.
  const schema = z.toJSONSchema(input, { io: "input", unrepresentable: "any", reused: "inline" });
  const fields = { ...none, ...(schema as Partial<InputFields>) };
  known.set(input, fields);
  return fields;
}
