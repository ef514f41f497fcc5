import { variableOf } from "./setting-definition.ts";
import { nearestSetting, settingNamed } from "./setting-values.ts";

/** Variable that lists the variables set by flags of the command, so that the processes which it starts know them too. */
const flagsVariable = "GATEHOUSE_FLAGS";

type Variables = Record<string, string | undefined>;

/** Returns the variables that flags have set. */
export function flaggedVariables(environment: Readonly<Variables>): ReadonlySet<string> {
  return new Set(environment[flagsVariable]?.split(",") ?? []);
}

/**
 * Puts settings that were given as `NAME=VALUE` into the environment of this process, where they override earlier values.
 * @throws RangeError with a message for the caller of the command
 */
export function takeFlags(flags: readonly string[], environment: Variables): void {
  for (const flag of flags) {
    const [, name = "", value = ""] = /^([^=]+)=(.*)$/s.exec(flag) ?? [];
    if (value.trim() === "") throw new RangeError(`--setting ${flag}: must be NAME=VALUE.`);
    const found = settingNamed(name);
    if (found === undefined) throw new RangeError(unknownSetting(name));
    const variable = variableOf(found.definition);
    environment[variable] = value;
    environment[flagsVariable] = [...flaggedVariables(environment), variable].join(",");
  }
}

/** Returns the message for a name that no setting has. */
export function unknownSetting(name: string): string {
  const nearest = nearestSetting(name);
  const meant = nearest === undefined ? "" : ` Was '${nearest}' meant?`;
  return `There is no setting '${name}'.${meant} 'gatehouse settings list' names them all.`;
}
