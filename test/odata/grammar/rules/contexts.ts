import { readBrackets } from "#api/odata/syntax/brackets.ts";
import type { Cursor } from "#api/odata/syntax/cursor.ts";
import { expectIdentifier, expectName, takeIdentifier } from "#api/odata/syntax/names.ts";

import { forRules, type RuleTable, verbatim } from "./reader.ts";

const whole = ["Collection($ref)", "$ref", "Collection(Edm.EntityType)", "Collection(Edm.ComplexType)"];
const suffixes = ["$entity", "$delta", "$deletedEntity", "$link", "$deletedLink"];

/** Rules of context URLs: the part after `$metadata`. */
export const contextRules: RuleTable = {
  context: verbatim((cursor, rule) => {
    cursor.expect("#", rule);
    readFragment(cursor);
  }),
  contextFragment: verbatim(readFragment),
  selectList: verbatim(readSelectList),
  ...forRules("selectListItem selectListProperty", verbatim(readSelectItem)),
  ...forRules("entitySet containmentNavigation navigation contextPropertyPath", verbatim(readEntityPath)),
};

function readFragment(cursor: Cursor): void {
  if (whole.includes(cursor.text.slice(cursor.index))) {
    cursor.index = cursor.text.length;
    return;
  }
  if (cursor.takeText("Collection(")) {
    expectName(cursor, "qualifiedTypeName");
    cursor.expect(")", "qualifiedTypeName");
  } else readEntityPath(cursor);
  if (cursor.text[cursor.index] === "(") readSelectList(cursor);
  const suffix = suffixes.find((name) => cursor.text.slice(cursor.index) === `/${name}`);
  if (suffix !== undefined) cursor.index = cursor.text.length;
}

// Names and keys; stays before a select list and before a suffix.
function readEntityPath(cursor: Cursor): void {
  cursor.take("/");
  do {
    expectName(cursor, "entitySet");
    if (keyFollows(cursor)) readBrackets(cursor, "literals");
  } while (cursor.text[cursor.index + 1] !== "$" && cursor.take("/"));
}

function keyFollows(cursor: Cursor): boolean {
  const from = cursor.index;
  if (!cursor.take("(")) return false;
  const next = cursor.text[cursor.index] ?? "";
  const named = takeIdentifier(cursor) !== null && cursor.text[cursor.index] === "=";
  cursor.index = from;
  return named || (next !== "" && /['\d+-]/.test(next));
}

function readSelectList(cursor: Cursor): void {
  cursor.enter("selectList");
  cursor.expect("(", "selectList");
  if (!cursor.take(")")) {
    do readSelectItem(cursor);
    while (cursor.take(","));
    cursor.expect(")", "selectList");
  }
  cursor.leave();
}

function readSelectItem(cursor: Cursor): void {
  if (cursor.take("*")) return;
  do {
    const annotation = cursor.take("@");
    expectName(cursor, "selectListItem");
    if (annotation && cursor.text[cursor.index] === "#" && !cursor.wasEscaped()) {
      cursor.index += 1;
      expectIdentifier(cursor, "annotationQualifier");
    }
  } while (cursor.take("/"));
  if (cursor.takeText(".*")) return;
  cursor.take("+");
  if (cursor.text[cursor.index] === "(") readSelectList(cursor);
}
