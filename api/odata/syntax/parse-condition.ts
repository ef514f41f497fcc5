import { checkLength, openCursor } from "./grammar.ts";
import type { Expression } from "./tree.ts";

/**
 * Reads a condition by itself, as people write it: nothing in it is percent-encoded.
 * @throws ODataSyntaxError
 */
export function parseCondition(text: string): Expression {
  checkLength(text, "filter");
  const cursor = openCursor(text.replaceAll("%", "%25"), 0, "plus");
  const condition = cursor.grammar.expression(cursor);
  cursor.expectEnd("filter");
  return condition;
}
