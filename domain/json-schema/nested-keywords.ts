import type { JsonValue } from "../json.ts";
import { addressFaultsMax } from "../report-limits.ts";
import { allOf, type Check, isList, isObject, type SchemaFault } from "./check.ts";
import type { KeywordReader, SchemaPlace } from "./schema-reader.ts";
import { wordsOf } from "./value-keywords.ts";

/** Keywords of JSON Schema whose rules are schemas, or lists or objects of them. */
export const nestedKeywords: Readonly<Record<string, KeywordReader>> = {
  properties(rule, at) {
    if (!isObject(rule)) return at.reader.fail(at.path, "must be an object");
    const checks = Object.entries(rule).map(([name, schema]) => [name, inner(schema, at, name)] as const);
    return (value, path, checking) => {
      if (!isObject(value)) return;
      checking.spend(checks.length);
      for (const [name, check] of checks)
        if (Object.hasOwn(value, name)) check(value[name] ?? null, [...path, name], checking);
    };
  },
  required(rule, at) {
    if (!isList(rule)) return at.reader.fail(at.path, "must be a list");
    const names = rule.map(String);
    const words = wordsOf(at, "required", "is needed");
    return (value, path, checking) => {
      if (!isObject(value)) return;
      checking.spend(names.length);
      for (const name of names) if (!Object.hasOwn(value, name)) checking.fault([...path, name], words);
    };
  },
  additionalProperties(rule, at) {
    const known = new Set(isObject(at.schema["properties"]) ? Object.keys(at.schema["properties"]) : []);
    const words = `is no property that the connector knows; it knows ${[...known].join(", ") || "none"}`;
    const check: Check = rule === false ? (_value, path, run) => run.fault(path, words) : inner(rule, at);
    return (value, path, checking) => {
      if (!isObject(value)) return;
      for (const [name, one] of Object.entries(value)) {
        checking.spend(1);
        if (!known.has(name)) check(one, [...path, name], checking);
      }
    };
  },
  propertyNames(rule, at) {
    const check = inner(rule, at);
    return (value, path, checking) => {
      if (!isObject(value)) return;
      for (const name of Object.keys(value)) check(name, [...path, name], checking);
    };
  },
  prefixItems(rule, at) {
    const checks = schemas(rule, at);
    return (value, path, checking) => {
      if (!isList(value)) return;
      for (const [index, one] of value.slice(0, checks.length).entries())
        checks[index]?.(one, [...path, String(index)], checking);
    };
  },
  items(rule, at) {
    const check = inner(rule, at);
    const from = isList(at.schema["prefixItems"]) ? at.schema["prefixItems"].length : 0;
    return (value, path, checking) => {
      if (!isList(value)) return;
      for (const [index, one] of value.entries()) if (index >= from) check(one, [...path, String(index)], checking);
    };
  },
  allOf: (rule, at) => allOf(schemas(rule, at)),
  anyOf: (rule, at) => someOf(schemas(rule, at), (fitting) => fitting > 0),
  oneOf: (rule, at) => someOf(schemas(rule, at), (fitting) => fitting === 1),
  not(rule, at) {
    const check = inner(rule, at);
    const words = wordsOf(at, "not", "has a form that the connector does not take");
    return (value, path, checking) => {
      if (checking.faultsOf(check, value, path).length === 0) checking.fault(path, words);
    };
  },
};

function inner(schema: JsonValue, { reader, path, depth }: SchemaPlace, name?: string): Check {
  return reader.read(schema, name === undefined ? path : [...path, name], depth + 1);
}

function schemas(rule: JsonValue, at: SchemaPlace): readonly Check[] {
  if (!isList(rule) || rule.length === 0) return at.reader.fail(at.path, "must be a list of schemas");
  return rule.map((schema, index) => inner(schema, at, String(index)));
}

/** Makes the check of a choice of forms; it reports the faults of the nearest form. */
function someOf(forms: readonly Check[], isEnough: (fitting: number) => boolean): Check {
  return (value, path, checking) => {
    const results = forms.map((form) => checking.faultsOf(form, value, path));
    const fitting = results.filter((faults) => faults.length === 0).length;
    if (isEnough(fitting)) return;
    if (fitting > 0) checking.fault(path, "fits more than one of the forms that exclude each other");
    else for (const fault of nearest(results, path.length)) checking.fault(fault.path, fault.message);
  };
}

function nearest(results: readonly (readonly SchemaFault[])[], depth: number): readonly SchemaFault[] {
  // A form whose type is right is nearer than one that is another kind of value.
  const distance = (faults: readonly SchemaFault[]) =>
    faults.length + (faults.some(({ path }) => path.length === depth) ? addressFaultsMax : 0);
  return results.toSorted((one, other) => distance(one) - distance(other))[0] ?? [];
}
