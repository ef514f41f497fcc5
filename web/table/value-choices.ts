import type { TextKey } from "../messages/text.ts";
import type { FilterChoice } from "./table-column.ts";

/** Returns a choice of a filter for each value of a property that is an enumeration; `textOf` names the text of a value. */
export function valueChoices<V extends string>(
  property: string,
  values: readonly V[],
  textOf: (value: V) => TextKey,
): readonly FilterChoice[] {
  return values.map((value) => ({ value, text: textOf(value), where: `${property} eq '${value}'` }));
}
