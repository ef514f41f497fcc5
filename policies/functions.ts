import { CelScalar, celFunc, listType, type CelFunc } from "@bufbuild/cel";

import type { Principal } from "./principal.ts";

/** The types that the checker tells apart; `dyn` is known only when the policy runs. */
export type ValueType = "bool" | "string" | "number" | "null" | "list" | "map" | "dyn";

/** What the checker knows of a function or an operator. */
export interface FunctionRule {
  /** How many values it takes, the one before the dot included. */
  readonly arguments: number;
  /** Null: that of its last arguments. */
  readonly result: ValueType | null;
  /** Whether it is written behind a value and a dot; undefined for operators. */
  readonly method?: boolean;
}

const operator = (count: number, result: ValueType | null): FunctionRule => ({ arguments: count, result });

/** Every function and operator that a policy may use, by the name that the parser gives it. */
export const functions: Readonly<Record<string, FunctionRule>> = {
  IsSuperuser: { arguments: 0, result: "bool", method: false },
  GetProfileAttributeValues: { arguments: 1, result: "list", method: false },
  size: { arguments: 1, result: "number", method: true },
  startsWith: { arguments: 2, result: "bool", method: true },
  endsWith: { arguments: 2, result: "bool", method: true },
  contains: { arguments: 2, result: "bool", method: true },
  matches: { arguments: 2, result: "bool", method: true },
  "_||_": operator(2, "bool"),
  "_&&_": operator(2, "bool"),
  "!_": operator(1, "bool"),
  "_==_": operator(2, "bool"),
  "_!=_": operator(2, "bool"),
  "_<_": operator(2, "bool"),
  "_<=_": operator(2, "bool"),
  "_>_": operator(2, "bool"),
  "_>=_": operator(2, "bool"),
  "@in": operator(2, "bool"),
  "_?_:_": operator(3, null),
  "_[_]": operator(2, "dyn"),
  "_+_": operator(2, "dyn"),
  "_-_": operator(2, "number"),
  "-_": operator(1, "number"),
};

/** How many of the first arguments of an operator must be true or false. */
export const logicFunctions: Readonly<Record<string, number>> = { "_||_": 2, "_&&_": 2, "!_": 1, "_?_:_": 1 };

/** The functions of the specification as CEL functions; `principal` gives the one whose call is being decided. */
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
