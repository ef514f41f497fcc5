import type { Cursor } from "./cursor.ts";
import { expectIdentifier, takeIdentifier } from "./names.ts";
import { type GivenOptions, readOption, systemOption } from "./option-readers.ts";
import type { Expression, OptionName, OptionTree } from "./tree.ts";

const rule = "expandOption";

/**
 * Reads options behind an opened bracket, divided by semicolons, and the closing bracket.
 * @throws ODataSyntaxError
 */
export function readNestedOptions(cursor: Cursor, allowed: ReadonlySet<OptionName | "alias">): OptionTree {
  cursor.enter(rule);
  const { colonEnds } = cursor;
  cursor.colonEnds = false;
  const values: GivenOptions = {};
  const aliases = new Map<string, Expression>();
  const given = new Map<OptionName, number>();
  cursor.skipBlanks();
  do {
    if (cursor.text[cursor.index] === "@") readAlias(cursor, aliases, allowed);
    else {
      const from = cursor.index;
      const name = readOptionName(cursor, allowed);
      if (given.has(name)) cursor.fail(rule, `'${name}' is given twice.`, from);
      given.set(name, cursor.place(from));
      readOption(cursor, name, values);
    }
  } while (cursor.takeSeparator(";"));
  cursor.skipBlanks();
  cursor.expect(")", rule);
  cursor.colonEnds = colonEnds;
  cursor.leave();
  return { ...values, aliases, given };
}

function readOptionName(cursor: Cursor, allowed: ReadonlySet<OptionName | "alias">): OptionName {
  const from = cursor.index;
  cursor.take("$");
  if (takeIdentifier(cursor) === null) cursor.fail(rule, "The name of a query option is expected here.", from);
  const written = cursor.text.slice(from, cursor.index);
  const name = systemOption(written);
  if (name === null || !allowed.has(name))
    return cursor.fail(rule, `The query option '${written}' cannot stand here.`, from);
  cursor.expect("=", rule);
  return name;
}

function readAlias(cursor: Cursor, aliases: Map<string, Expression>, allowed: ReadonlySet<OptionName | "alias">): void {
  const from = cursor.index;
  if (!allowed.has("alias")) cursor.fail(rule, "A parameter alias cannot be given here.");
  cursor.index += 1;
  const name = expectIdentifier(cursor, "parameterAlias");
  if (aliases.has(name)) cursor.fail("aliasAndValue", `'@${name}' is given twice.`, from);
  cursor.expect("=", "aliasAndValue");
  aliases.set(name, cursor.grammar.expression(cursor));
}
