import type { Brackets, Expression, MemberSegment, SearchExpression } from "#api/odata/syntax/tree.ts";

/** Writes an expression with brackets around every operation, so that a test can see how it was parsed. */
export function written(expression: Expression): string {
  switch (expression.kind) {
    case "literal":
      return expression.type === "string" ? `'${expression.text}'` : expression.text;
    case "path":
      return writtenPath(expression);
    case "array":
      return `[${expression.items.map(written).join(",")}]`;
    case "object":
      return `{${expression.members.map(({ name, value }) => `${name}:${written(value)}`).join(",")}}`;
    case "binary":
      return `(${written(expression.left)} ${expression.operator} ${written(expression.right)})`;
    case "not":
    case "negate":
      return `(${expression.kind} ${written(expression.of)})`;
    default:
      return writtenCall(expression);
  }
}

function writtenCall(expression: Extract<Expression, { kind: "in" | "call" | "cast" | "isof" | "case" }>): string {
  switch (expression.kind) {
    case "in": {
      const { of, values, collection } = expression;
      const right = collection === null ? `{${(values ?? []).map(written).join(",")}}` : written(collection);
      return `(${written(of)} in ${right})`;
    }
    case "call":
      return `${expression.name}(${expression.arguments.map(written).join(",")})`;
    case "case":
      return `case(${expression.branches.map(({ when, value }) => `${written(when)}:${written(value)}`).join(",")})`;
    default: {
      const { of, type, kind } = expression;
      const name = type.collection ? `[${type.name}]` : type.name;
      return `${kind}(${of === null ? "" : `${written(of)},`}${name})`;
    }
  }
}

/** Writes a search with brackets around every operation. */
export function writtenSearch(search: SearchExpression): string {
  switch (search.kind) {
    case "word":
      return search.text;
    case "phrase":
      return `"${search.text}"`;
    case "not":
      return `(not ${writtenSearch(search.of)})`;
    default:
      return `(${search.of.map(writtenSearch).join(` ${search.kind} `)})`;
  }
}

/** Writes the brackets after a name with their content. */
export function writtenBrackets(brackets: Brackets): string {
  switch (brackets.kind) {
    case "none":
      return "()";
    case "single":
      return `(${writtenValue(brackets.value)})`;
    case "named":
      return `(${brackets.values.map(({ name, value }) => `${name}=${writtenValue(value)}`).join(",")})`;
  }
}

function writtenValue(value: Expression | { readonly kind: "alias"; readonly name: string }): string {
  return value.kind === "alias" ? `@${value.name}` : written(value);
}

function writtenPath({ from, segments }: Extract<Expression, { kind: "path" }>): string {
  const start = from === null ? [] : [typeof from === "string" ? from : `@${from.name}`];
  return [...start, ...segments.map(writtenSegment)].join("/");
}

function writtenSegment(segment: MemberSegment): string {
  switch (segment.kind) {
    case "name":
      return segment.name + segment.brackets.map(writtenBrackets).join("");
    case "annotation":
      return `@${segment.term}${segment.qualifier === null ? "" : `#${segment.qualifier}`}`;
    case "filter":
      return `$filter(${written(segment.expression)})`;
    case "count": {
      const { filter, search } = segment;
      return `$count${filter === null ? "" : `?${written(filter)}`}${search === null ? "" : `?${writtenSearch(search)}`}`;
    }
    default:
      return segment.predicate === null
        ? `${segment.kind}()`
        : `${segment.kind}(${segment.variable}:${written(segment.predicate)})`;
  }
}
