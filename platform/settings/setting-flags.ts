import { variableOf } from "./setting-definition.ts";
import { nearestSetting, settingNamed } from "./setting-values.ts";

/** Names the variables that a flag of the command has set, so that the processes it starts know it too. */
const flagsVariable = "GATEHOUSE_FLAGS";

type Variables = Record<string, string | undefined>;

/** The variables that flags have set. */
export function flaggedVariables(environment: Readonly<Variables>): ReadonlySet<string> {
  return new Set(environment[flagsVariable]?.split(",") ?? []);
}

/**
 * Puts settings that were given as `NAME=VALUE` into the environment of this process, before what stands there.
 * @throws RangeError with the words for who has called the command
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

/** What is said of a name that no setting has. */
export function unknownSetting(name: string): string {
  const nearest = nearestSetting(name);
  const meant = nearest === undefined ? "" : ` Was '${nearest}' meant?`;
  return `There is no setting '${name}'.${meant} 'gatehouse settings list' names them all.`;
}
