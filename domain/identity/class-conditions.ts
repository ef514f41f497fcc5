import type { Expression } from "../query/bound-query.ts";
import { namedValues } from "../query/named-values.ts";
import { partsOf } from "../query/parts-of.ts";

/** Relation and ID column by which a condition on users names classes. */
const naming = { relation: "classes", column: "id" } as const;

type OfKind<K extends Expression["kind"]> = Extract<Expression, { readonly kind: K }>;

/** Use of classes and time in the condition of a user class. */
export interface ClassUse {
  /** IDs of the classes whose members the condition asks for. */
  readonly classes: readonly string[];
  /** Reason why it cannot be the condition of a class; undefined if it can. */
  readonly fault?: string;
}

/**
 * Analyzes the condition of a user class. Members are updated when rows change, so the condition may not ask for the time. It must name its
 * classes, or a class that contains itself could not be found.
 */
export function classUse(condition: Expression): ClassUse {
  return useOf(condition, 0);
}

function useOf(expression: Expression, depth: number): ClassUse {
  if (expression.kind === "call" && expression.name === "now") return { classes: [], fault: timeFault };
  if (!isRelated(expression)) return together(partsOf(expression).map((part) => useOf(part, depth)));
  const inside = expression.where === null ? { classes: [] } : useOf(expression.where, depth + 1);
  if (expression.relation !== naming.relation) return inside;
  const named =
    expression.kind === "all" ? null : namedValues(expression.where, { scope: depth + 1, column: naming.column });
  return named === null ? { classes: [], fault: namingFault } : together([{ classes: named }, inside]);
}

const timeFault =
  "it asks for the time by now(), and members are kept up when rows change. Compare with a fixed moment";
const namingFault =
  "it does not say which classes it means. Name them as classes/any(c:c/id eq 'ID'), several as classes/any(c:c/id in ('ID','OTHER'))";

function isRelated(expression: Expression): expression is OfKind<"any" | "all" | "count"> {
  return expression.kind === "any" || expression.kind === "all" || expression.kind === "count";
}

function together(uses: readonly ClassUse[]): ClassUse {
  const fault = uses.find((use) => use.fault !== undefined)?.fault;
  const classes = [...new Set(uses.flatMap((use) => use.classes))];
  return fault === undefined ? { classes } : { classes, fault };
}

/**
 * Returns the circle by which a class contains itself, from its ID back to it; undefined if there is none. `asked` has the classes that the
 * condition of each class asks for.
 */
export function circleOf(
  id: string,
  asked: ReadonlyMap<string, readonly string[]>,
): readonly [string, ...string[]] | undefined {
  const seen = new Set<string>();
  const wayFrom = (at: string): readonly [string, ...string[]] | undefined => {
    for (const next of asked.get(at) ?? []) {
      if (next === id) return [at, id];
      if (seen.has(next)) continue;
      seen.add(next);
      const rest = wayFrom(next);
      if (rest !== undefined) return [at, ...rest];
    }
    return undefined;
  };
  return wayFrom(id);
}
