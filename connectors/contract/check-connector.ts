import { addressJsonSchema } from "./address.ts";
import { type AnyDefinition, capabilitiesOf, type Connector, idPattern, idRule } from "./connector.ts";
import { guardedAttributesMax, guardedNameMaxCharacters, guardedNames, guardEffects } from "./guarded-attributes.ts";
import { lostRules } from "./lost-rules.ts";

/** Version of this contract; a connector made for another version is not loaded. */
export const sdkVersion = 1;

/** Reason why the export of a module is not a usable connector. */
export type DefinitionProblem = "noConnector" | "otherSdk" | "invalidDefinition";

const textMax = 60;

/** Checks the default export of any module. Returns undefined for a connector, otherwise the problem and a message. */
export function checkConnector(candidate: unknown): { problem: DefinitionProblem; message: string } | undefined {
  const { definition, capabilities } = (candidate ?? {}) as Partial<Connector>;
  if (typeof definition !== "object" || definition === null || !Array.isArray(capabilities))
    return { problem: "noConnector", message: "It has no default export made by defineConnector." };
  const { sdk } = definition as { sdk: unknown };
  if (sdk !== sdkVersion)
    return {
      problem: "otherSdk",
      message: `It is made for version ${String(sdk)} of the contract, this proxy has version ${sdkVersion}.`,
    };
  const wrong = wrongParts(definition, capabilities);
  return wrong.length === 0
    ? undefined
    : { problem: "invalidDefinition", message: `Its definition is not valid: ${wrong.join("; ")}.` };
}

function wrongParts(definition: AnyDefinition, capabilities: readonly unknown[]): string[] {
  const parts: Partial<Record<keyof AnyDefinition, unknown>> = definition;
  const { id, version, title, address, open, operations, guardedAttributes = [] } = parts;
  const functions = capabilitiesOf(operations ?? {});
  const checks: readonly (readonly [holds: boolean, words: string])[] = [
    [typeof id === "string" && idPattern.test(id), `id must be ${idRule}`],
    [isText(version), `version must be a text of 1 to ${textMax} characters`],
    [isText(title), `title must be a text of 1 to ${textMax} characters`],
    [isSchema(address), "address must be a Standard Schema, as zod makes them"],
    [isGuarded(guardedAttributes), guardedWords],
    [typeof open === "function", "open must be a function"],
    [functions.includes("serverInfo"), "operations.serverInfo must be a function"],
    [functions.join() === capabilities.join(), "capabilities must be the functions that are present"],
    [!isSchema(address) || hasJsonSchema(definition), "address cannot be told as a JSON Schema"],
  ];
  const wrong = checks.flatMap(([holds, words]) => (holds ? [] : [words]));
  return wrong.length > 0 ? wrong : lostRules({ definition, capabilities: [] }).map((words) => `address: ${words}`);
}

const guardedWords =
  `guardedAttributes must be a list of at most ${guardedAttributesMax}, each with a name of 1 to ` +
  `${guardedNameMaxCharacters} characters, of (account or group), an effect (${guardEffects.join(", ")}) and, for memberships, perhaps names (${guardedNames.join(", ")})`;

function isGuarded(list: unknown): boolean {
  if (!Array.isArray(list) || list.length > guardedAttributesMax) return false;
  return list.every((one: unknown) => {
    const { name, of, effect, names, ...rest } = (one ?? {}) as Readonly<Record<string, unknown>>;
    return (
      isText(name, guardedNameMaxCharacters) &&
      (of === "account" || of === "group") &&
      guardEffects.some((known) => known === effect) &&
      (names === undefined || (effect === "memberships" && guardedNames.some((known) => known === names))) &&
      Object.keys(rest).length === 0
    );
  });
}

function isText(value: unknown, max = textMax): boolean {
  return typeof value === "string" && value.length > 0 && value.length <= max;
}

function isSchema(value: unknown): boolean {
  const standard = (value as { "~standard"?: { validate?: unknown } } | undefined)?.["~standard"];
  return typeof standard?.validate === "function";
}

function hasJsonSchema(definition: AnyDefinition): boolean {
  try {
    addressJsonSchema({ definition, capabilities: [] });
    return true;
  } catch {
    return false;
  }
}
