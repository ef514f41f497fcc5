import { type Expression, partsOf } from "./expression-tree.ts";
import { parseExpression } from "./expression.ts";

/**
 * Returns the user classes that a policy may mean: every text in it, if it reads `principal.classes`. None for a text
 * that is no policy.
 */
export function classesNamed(text: string): readonly string[] {
  const parsed = parseExpression(text);
  if ("findings" in parsed) return [];
  const parts = allParts(parsed.expression);
  return parts.some(readsClasses) ? [...new Set(parts.flatMap(textOf))] : [];
}

function allParts(part: Expression): readonly Expression[] {
  return [part, ...partsOf(part).flatMap(allParts)];
}

function readsClasses({ exprKind: kind }: Expression): boolean {
  if (kind.case !== "selectExpr" || kind.value.field !== "classes") return false;
  const owner = kind.value.operand?.exprKind;
  return owner?.case === "identExpr" && owner.value.name === "principal";
}

function textOf({ exprKind: kind }: Expression): readonly string[] {
  if (kind.case !== "constExpr") return [];
  const { constantKind } = kind.value;
  return constantKind.case === "stringValue" ? [constantKind.value] : [];
}
