import { nearestNameHint } from "../nearest-name.ts";
import type { ChainStep } from "./auth-chain.ts";
import type { ChainFault, ComponentOption, KnownComponent } from "./component.ts";

type Value = ChainStep["configuration"][string];

/** Returns the faults of the configuration of a step: unknown options, values that do not fit, and missing options. */
export function configurationFaults(
  configuration: ChainStep["configuration"],
  { options, takesMore = false }: Pick<KnownComponent, "options" | "takesMore">,
  place: string,
): readonly ChainFault[] {
  if (options === undefined) return [];
  const names = Object.keys(options);
  const faults: ChainFault[] = [];
  for (const [name, value] of Object.entries(configuration)) {
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (option === undefined && takesMore) continue;
    const message = option === undefined ? unknownOption(name, names) : valueFault(value, option);
    if (message !== undefined) faults.push({ place: `${place}.${name}`, message });
  }
  for (const [name, { default: usual, title }] of Object.entries(options))
    if (usual === undefined && !Object.hasOwn(configuration, name))
      faults.push({ place: `${place}.${name}`, message: `It is missing. Say it: ${title}` });
  return faults;
}

function unknownOption(name: string, names: readonly string[]): string {
  const those = names.length === 0 ? "The component takes none." : `It takes ${names.join(", ")}.`;
  return `The component has no option '${name}'.${nearestNameHint(name, names)} ${those}`;
}

const typeNames = { text: "string", number: "number", flag: "boolean" } as const;
const typeWords = { text: "a text", number: "a number", flag: "true or false" } as const;

function valueFault(value: Value, { type, members, between }: ComponentOption): string | undefined {
  if (typeof value !== typeNames[type]) return `It must be ${typeWords[type]}.`;
  if (members !== undefined && !members.includes(String(value))) return `It must be one of: ${members.join(", ")}.`;
  if (between === undefined) return undefined;
  if (!Number.isInteger(value)) return "It must be a whole number.";
  const [least, most] = between;
  return Number(value) < least || Number(value) > most ? `It must be between ${least} and ${most}.` : undefined;
}

/** Returns the value of an option in a step, or its default if the step does not set it. */
export function optionOf(
  configuration: ChainStep["configuration"],
  options: Readonly<Record<string, ComponentOption>>,
  name: string,
): Value | undefined {
  return Object.hasOwn(configuration, name) ? configuration[name] : options[name]?.default;
}
