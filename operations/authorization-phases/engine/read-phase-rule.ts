import type { JsonValue } from "#domain/json.ts";
import { parseRule, readRule, type RuleReading } from "#domain/requests/phase-rules/parse-rule.ts";
import { compileCondition } from "#policies/compile-condition.ts";
import { phaseFields } from "#policies/phase-fields.ts";

const readCondition = (text: string) => compileCondition(text, phaseFields);

/** Reads the rule of an authorization phase, in words or in the same words as JSON; its conditions ask the request. */
export function readPhaseRule(text: string): RuleReading {
  return text.trimStart().startsWith("{") ? readData(text) : parseRule(text, readCondition);
}

const noJson = "It begins like JSON and is none. Correct it, or write words, such as any(1, manager).";

function readData(text: string): RuleReading {
  try {
    return readRule(JSON.parse(text) as JsonValue, readCondition);
  } catch (error) {
    if (error instanceof SyntaxError) return { findings: [{ place: "the beginning", word: "", message: noJson }] };
    throw error;
  }
}
