import type { JsonValue } from "../json.ts";
import { addressSchemaMaxCharacters, addressStepsMax } from "../report-limits.ts";
import { Checking, CheckingTooLong, type SchemaFault } from "./check.ts";
import { nestedKeywords } from "./nested-keywords.ts";
import { SchemaReader } from "./schema-reader.ts";
import { valueKeywords } from "./value-keywords.ts";

/** Keywords that judge a value and are refused; a keyword that is neither here nor read is a remark, such as `title`. */
const refused: ReadonlySet<string> = new Set([
  "$ref",
  "$dynamicRef",
  "$recursiveRef",
  "if",
  "then",
  "else",
  "contains",
  "minContains",
  "maxContains",
  "patternProperties",
  "dependencies",
  "dependentSchemas",
  "dependentRequired",
  "unevaluatedProperties",
  "unevaluatedItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
  "multipleOf",
  "additionalItems",
]);

/**
 * Compiles a JSON Schema from a foreign author to a check. Its size is bounded, its patterns run by an automaton, and the work of one check
 * is bounded too, whatever the schema and the value are. Defaults change nothing.
 * @throws SchemaError
 */
export function readJsonSchema(schema: JsonValue): (value: JsonValue) => readonly SchemaFault[] {
  const reader = new SchemaReader({ ...valueKeywords, ...nestedKeywords }, refused);
  if (JSON.stringify(schema).length > addressSchemaMaxCharacters)
    reader.fail([], `has more than ${addressSchemaMaxCharacters} characters`);
  const check = reader.read(schema, []);
  return (value) => {
    const checking = new Checking();
    try {
      check(value, [], checking);
    } catch (error) {
      if (!(error instanceof CheckingTooLong)) throw error;
      return [{ path: [], message: `takes more than ${addressStepsMax} steps to check; make it smaller` }];
    }
    return checking.faults;
  };
}
