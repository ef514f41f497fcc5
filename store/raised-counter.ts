import type { Dialect } from "./sql/dialect.ts";

/** A statement with its values. */
export interface Statement {
  readonly text: string;
  readonly values: readonly (string | number)[];
}

/** Returns the statements that raise a counter to a value; one that is higher stays. */
export function raisedCounter(
  { insertIgnoring }: Pick<Dialect, "insertIgnoring">,
  counter: string,
  value: number,
): readonly Statement[] {
  return [
    { text: `${insertIgnoring} INTO \`nodeCounters\` (\`name\`, \`value\`) VALUES (?, 0)`, values: [counter] },
    {
      text: "UPDATE `nodeCounters` SET `value` = ? WHERE `name` = ? AND `value` < ?",
      values: [value, counter, value],
    },
  ];
}
