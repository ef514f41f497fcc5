import type { Expression } from "../query/bound-query.ts";
import { namedValues } from "../query/named-values.ts";
import { partsOf } from "../query/parts-of.ts";

/** Facts about a user that a condition reads. */
export interface ReadFacts {
  /** Columns of the user. */
  readonly columns: ReadonlySet<string>;
  /** Names of the attributes of the profile; null among them if the condition names none. */
  readonly attributes: ReadonlySet<string | null>;
  /** Relations to other rows, attributes apart: `classes`, `accounts`, `manager`. */
  readonly relations: ReadonlySet<string>;
}

interface Collected {
  readonly columns: Set<string>;
  readonly attributes: Set<string | null>;
  readonly relations: Set<string>;
}

/** Columns by which nobody is chosen for something that people could change about themselves. */
const identifying: ReadonlySet<string> = new Set(["key"]);

/** Collects the facts that a condition on users reads. */
export function readFacts(condition: Expression): ReadFacts {
  const facts: Collected = { columns: new Set(), attributes: new Set(), relations: new Set() };
  collect(condition, 0, facts);
  return facts;
}

type OfKind<K extends Expression["kind"]> = Extract<Expression, { readonly kind: K }>;
type Related = OfKind<"any" | "all" | "count">;

/** Collects from an expression; the user is the row `depth` steps outwards of the innermost one. */
function collect(expression: Expression, depth: number, facts: Collected): void {
  if (expression.kind === "column") return collectColumn(expression, facts);
  if (!isRelated(expression)) {
    for (const part of partsOf(expression)) collect(part, depth, facts);
    return;
  }
  if (expression.scope === 0) collectRelation(expression, depth, facts);
  if (expression.where !== null) collect(expression.where, depth + 1, facts);
}

function isRelated(expression: Expression): expression is Related {
  return expression.kind === "any" || expression.kind === "all" || expression.kind === "count";
}

function collectColumn({ scope, column, via }: OfKind<"column">, facts: Collected): void {
  const [step] = via;
  if (scope !== 0) return;
  if (step !== undefined) facts.relations.add(step.relation);
  else if (!identifying.has(column)) facts.columns.add(column);
}

function collectRelation({ kind, relation, via, where }: Related, depth: number, facts: Collected): void {
  const [step] = via;
  if (step !== undefined || relation !== "attributes") {
    facts.relations.add(step?.relation ?? relation);
    return;
  }
  const names = kind === "all" ? null : namedValues(where, { scope: depth + 1, column: "name" });
  for (const name of names ?? [null]) facts.attributes.add(name);
}
