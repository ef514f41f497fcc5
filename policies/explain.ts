import { isCelError, isCelList, isCelMap } from "@bufbuild/cel";

import type { CompiledPolicy } from "./compile-policy.ts";
import { type Expression, partsOf } from "./expression-tree.ts";
import { type Position, touchesResource } from "./expression.ts";

/** One part of a policy with what it gave. */
export interface ExplainedPart extends Position {
  /** How deep it stands inside other parts; 0 = the whole policy. */
  readonly depth: number;
  readonly text: string;
  /** What came out: `value` with the JSON text, `failed` with the reason, or `open` where it depends on the resource. */
  readonly outcome: "value" | "failed" | "open";
  readonly value: string;
}

/** Why a policy says what it says. */
export interface Explanation {
  readonly allowed: boolean;
  readonly reason: string;
  readonly expression: string;
  /** Every part, each before the parts in it. */
  readonly parts: readonly ExplainedPart[];
  /** The condition on the rows that it lets the principal see; null where it is no rule on rows. */
  readonly rows: string | null;
}

/** Characters of a value that are shown. */
const valueMaxCharacters = 200;

/** Evaluates every part of a policy on its own; without a resource, what depends on it stays open. */
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

// What says nothing by itself: constants, `principal` before its field, and the inside of a macro, whose variable has a
// value only while it runs.
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
