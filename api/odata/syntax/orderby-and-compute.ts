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
  const items: OrderItem[] = [];
  do {
    const at = cursor.place();
    const expression = cursor.grammar.expression(cursor, 0);
    const descending = cursor.match(direction)?.trimStart().toLowerCase() === "desc";
    items.push({ expression, descending, at });
  } while (cursor.takeSeparator(","));
  return items;
}

/**
 * Reads the items of `$compute`.
 * @throws ODataSyntaxError
 */
export function readCompute(cursor: Cursor): ComputeItem[] {
  const items: ComputeItem[] = [];
  do {
    const at = cursor.place();
    const expression = cursor.grammar.expression(cursor, 0);
    if (cursor.match(as) === null) cursor.fail("computeItem", "'as' and a name for the value are expected here.");
    items.push({ expression, name: expectIdentifier(cursor, "computedProperty"), at });
  } while (cursor.takeSeparator(","));
  return items;
}
