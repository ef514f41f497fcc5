import { CelScalar, celFunc, listType, type CelFunc } from "@bufbuild/cel";

import type { Principal } from "./principal.ts";

/** Types that the checker distinguishes; `dyn` is known only when the policy runs. */
export type ValueType = "bool" | "string" | "number" | "null" | "list" | "map" | "dyn";

/** Type that the checker demands of an argument; `dyn` fits everywhere. */
export type ArgumentType = "any" | "bool" | "list";

/** Rule of the checker for a function or an operator. */
export interface FunctionRule {
  /** Types of its values, including the one before the dot. */
  readonly arguments: readonly ArgumentType[];
  /** Type of the result; null for the type of its arguments behind the first. */
  readonly result: ValueType | null;
  /** Form in which it is written: `f(x)`, `x.f()`, either, or as an operator. */
  readonly form: "function" | "method" | "either" | "operator";
  /** True if it depends on the caller; the checker does not know it in an expression without one. */
  readonly ofPrincipal?: true;
}

type Arguments = readonly ArgumentType[];

const pair: Arguments = ["any", "any"];
const method = (result: ValueType): FunctionRule => ({ arguments: pair, result, form: "method" });
const operator = (args: Arguments, result: ValueType | null): FunctionRule => ({
  arguments: args,
  result,
  form: "operator",
});

/** Every function and operator that a policy may use, by its name in the parser. */
export const functions: Readonly<Record<string, FunctionRule>> = {
  IsSuperuser: { arguments: [], result: "bool", form: "function", ofPrincipal: true },
  GetProfileAttributeValues: { arguments: ["any"], result: "list", form: "function", ofPrincipal: true },
  size: { arguments: ["any"], result: "number", form: "either" },
  startsWith: method("bool"),
  endsWith: method("bool"),
  contains: method("bool"),
  matches: method("bool"),
  "_||_": operator(["bool", "bool"], "bool"),
  "_&&_": operator(["bool", "bool"], "bool"),
  "!_": operator(["bool"], "bool"),
  "_==_": operator(pair, "bool"),
  "_!=_": operator(pair, "bool"),
  "_<_": operator(pair, "bool"),
  "_<=_": operator(pair, "bool"),
  "_>_": operator(pair, "bool"),
  "_>=_": operator(pair, "bool"),
  "@in": operator(["any", "list"], "bool"),
  "_?_:_": operator(["bool", "any", "any"], null),
  "_[_]": operator(pair, "dyn"),
  "_+_": operator(pair, "dyn"),
  "_-_": operator(pair, "number"),
  "-_": operator(["any"], "number"),
};

/** Macros, which the parser replaces by loops. */
export const macros: readonly string[] = ["all", "exists", "exists_one", "filter", "map", "has"];

/** Returns the functions of the specification as CEL functions; `principal` returns the caller of the call being decided. */
export function policyFunctions(principal: () => Principal): CelFunc[] {
  const strings = listType(CelScalar.STRING);
  return [
    celFunc("IsSuperuser", [], CelScalar.BOOL, () => principal().superuser),
    celFunc("GetProfileAttributeValues", [CelScalar.STRING], strings, (name) => {
      const attributes = principal().attributes ?? {};
      return Object.hasOwn(attributes, name) ? (attributes[name] ?? []) : [];
    }),
  ];
}
