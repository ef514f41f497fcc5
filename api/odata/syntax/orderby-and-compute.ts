import type { Cursor } from "./cursor.ts";
import { expectIdentifier } from "./names.ts";
import type { ComputeItem, OrderItem } from "./tree.ts";

const direction = /[ \t]+(?:asc|desc)(?![\p{L}\p{Nl}\p{Nd}_])/iuy;
const as = /[ \t]+as[ \t]+/iy;

/**
 * Reads the clauses of `$orderby`.
 * @throws ODataSyntaxError
 */
export function readOrderBy(cursor: Cursor): OrderItem[] {
  return cursor.list(() => {
    const at = cursor.place();
    const expression = cursor.grammar.expression(cursor);
    return { expression, descending: cursor.match(direction)?.trimStart().toLowerCase() === "desc", at };
  });
}

/**
 * Reads the items of `$compute`.
 * @throws ODataSyntaxError
 */
export function readCompute(cursor: Cursor): ComputeItem[] {
  return cursor.list(() => {
    const at = cursor.place();
    const expression = cursor.grammar.expression(cursor);
    if (cursor.match(as) === null) cursor.fail("computeItem", "'as' and a name for the value are expected here.");
    return { expression, name: expectIdentifier(cursor, "computedProperty"), at };
  });
}
