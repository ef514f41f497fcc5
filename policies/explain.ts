import { isCelError, isCelList, isCelMap } from "@bufbuild/cel";

import type { CompiledPolicy } from "./compile-policy.ts";
import { type Expression, partsOf } from "./expression-tree.ts";
import { type Position, touchesResource } from "./expression.ts";

/** One part of a policy with its result. */
export interface ExplainedPart extends Position {
  /** Depth of the part inside other parts; 0 for the whole policy. */
  readonly depth: number;
  readonly text: string;
  /** Outcome of the part: `value` with the JSON text, `failed` with the reason, or `open` if it depends on the resource. */
  readonly outcome: "value" | "failed" | "open";
  readonly value: string;
}

/** Explanation of a policy's decision. */
export interface Explanation {
  readonly allowed: boolean;
  readonly reason: string;
  readonly expression: string;
  /** Every part, each before its inner parts. */
  readonly parts: readonly ExplainedPart[];
  /** Condition on the rows that it lets the principal see; null if it is no rule on rows. */
  readonly rows: string | null;
}

/** Number of characters of a value that are shown. */
const valueMaxCharacters = 200;

/** Evaluates every part of a policy on its own. Without a resource, parts that depend on it stay open. */
export function explainParts(
  { expression, at, textOf }: Pick<CompiledPolicy, "expression" | "at" | "textOf">,
  withResource: boolean,
  evaluate: (part: Expression) => unknown,
): readonly ExplainedPart[] {
  const explained: ExplainedPart[] = [];
  const add = (part: Expression, depth: number): void => {
    const open = !withResource && touchesResource(part);
    explained.push({ depth, text: textOf(part), ...at(part), ...(open ? openOutcome : outcomeOf(evaluate(part))) });
    for (const inner of partsToExplain(part)) add(inner, depth + 1);
  };
  add(expression, 0);
  return explained;
}

const openOutcome = { outcome: "open", value: "depends on the resource" } as const;

function outcomeOf(value: unknown): Pick<ExplainedPart, "outcome" | "value"> {
  if (isCelError(value)) return { outcome: "failed", value: value.message };
  const text = JSON.stringify(plain(value)) ?? "";
  const shown = text.length > valueMaxCharacters ? `${text.slice(0, valueMaxCharacters)}…` : text;
  return { outcome: "value", value: shown };
}

function plain(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (isCelList(value)) return [...value].map(plain);
  if (isCelMap(value))
    return Object.fromEntries([...value.entries()].map(([name, item]) => [plain(name) as string, plain(item)]));
  return value;
}

// Leaves out parts without meaning of their own: constants, `principal` before its field, and the inside of a macro,
// whose variable has a value only while it runs.
function partsToExplain(part: Expression): readonly Expression[] {
  const parts = part.exprKind.case === "comprehensionExpr" ? partsOf(part).slice(0, 1) : partsOf(part);
  return parts.filter(({ exprKind }) => worthSaying.has(exprKind.case));
}

const worthSaying: ReadonlySet<Expression["exprKind"]["case"]> = new Set([
  "selectExpr",
  "callExpr",
  "listExpr",
  "comprehensionExpr",
]);
