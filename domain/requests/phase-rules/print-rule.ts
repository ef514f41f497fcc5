import type { JsonValue } from "../../json.ts";
import { argumentsOf, type Part, type Percentage } from "./rule.ts";

type Argument = number | string | Percentage | Part;

/** Returns a rule, or a part of one, as text; parsing it gives the same rule. */
export function printRule(part: Part): string {
  const inside = argumentsOf(part).map(printArgument).join(", ");
  return inside === "" && !("of" in part) ? part.kind : `${part.kind}(${inside})`;
}

/** Returns a rule as data; reading it gives the same rule. */
export function ruleData(part: Part): JsonValue {
  return { [part.kind]: argumentsOf(part).map(argumentData) };
}

function printArgument(argument: Argument): string {
  if (typeof argument === "string") return `'${argument.replaceAll("'", "''")}'`;
  if (typeof argument === "number") return String(argument);
  return "percent" in argument ? `${argument.percent}%` : printRule(argument);
}

function argumentData(argument: Argument): JsonValue {
  if (typeof argument !== "object") return argument;
  return "percent" in argument ? { percent: argument.percent } : ruleData(argument);
}
