import { ConnectorError } from "#connectors/contract/index.ts";

import { isNumberToPrograms } from "./machine.ts";

// The first matching rule is the reason why a name is refused.
const rules: readonly (readonly [RegExp, string])[] = [
  [/^$/, "is empty"],
  [/^\s|\s$/, "begins or ends with a blank"],
  [/[:,/\s\p{Cc}]/u, "holds a colon, a comma, a slash, a blank or a control character"],
  [/^[-+~]/, "begins with -, + or ~"],
  [/^\.{1,2}$/, "is a folder to programs"],
];

/**
 * Refuses a name that the machine's programs would refuse, or would read as something else: they read digits as an id.
 * @throws invalidValue
 */
export function checkName(name: string): void {
  const [, fault] = rules.find(([pattern]) => pattern.test(name)) ?? [];
  if (fault !== undefined) throw refused(name, fault);
  if (isNumberToPrograms(name)) throw refused(name, "is a number, which the machine's programs take for an id");
}

function refused(name: string, fault: string): ConnectorError {
  return new ConnectorError(
    "invalidValue",
    `"${name}" is no name for an account or group of a Linux machine: it ${fault}.`,
  );
}
