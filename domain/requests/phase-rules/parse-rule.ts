import type { JsonValue } from "../../json.ts";
import { buildRule, type ReadCondition } from "./build-rule.ts";
import { type Call, RuleFault, type RuleFinding } from "./call.ts";
import { callFromData } from "./read-data.ts";
import { callFromText } from "./read-text.ts";
import type { Rule } from "./rule.ts";

/** Rule that was read, or the first rule of the language that it breaks. */
export type RuleReading = { readonly rule: Rule } | { readonly findings: readonly RuleFinding[] };

/** Reads the text of a rule; `readCondition` compiles its conditions. */
export function parseRule(text: string, readCondition: ReadCondition): RuleReading {
  return reading(() => callFromText(text), readCondition);
}

/** Reads a rule as data; `readCondition` compiles its conditions, which are texts there too. */
export function readRule(data: JsonValue, readCondition: ReadCondition): RuleReading {
  return reading(() => callFromData(data), readCondition);
}

function reading(read: () => Call, readCondition: ReadCondition): RuleReading {
  try {
    return { rule: buildRule(read(), readCondition) };
  } catch (error) {
    if (error instanceof RuleFault) return { findings: [error.finding] };
    throw error;
  }
}
