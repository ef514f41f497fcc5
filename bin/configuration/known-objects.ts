import { ownClientId } from "#domain/identity/own-client.ts";
import { isReservedClass } from "#domain/identity/user-classes.ts";
import { isNeededPolicy } from "#domain/passwords/needed-policies.ts";
import type { Resource } from "#domain/resources/format/resource.ts";
import { resources } from "#domain/resources/resources.ts";
import type { SettingValue } from "#domain/setting-origins.ts";
import { isSecretSetting as isSecret } from "#platform/settings/setting-definition.ts";
import { readValue, settingNamed, shownValue } from "#platform/settings/setting-values.ts";

const builtIns: Readonly<Record<string, (id: string) => boolean>> = {
  clients: (id) => id === ownClientId,
  passwordPolicies: isNeededPolicy,
  targetGroups: (id) => id === "DEFAULT",
  userClasses: isReservedClass,
};

/** Reports whether every installation has an object, so that it is never removed. */
export function isBuiltIn(kind: string, id: string): boolean {
  return Object.hasOwn(builtIns, kind) && builtIns[kind]?.(id) === true;
}

/** Returns the properties by which files name the rows of a resource. */
export function knownByOf(name: string): readonly string[] {
  const resource = resourceNamed(name);
  return resource?.knownBy ?? [resource?.key ?? "id"];
}

/** Reports whether the rows of a resource have a key that files do not name. */
export function isKeyed(name: string): boolean {
  return resourceNamed(name)?.knownBy !== undefined;
}

function resourceNamed(name: string): Resource | undefined {
  return Object.values<Resource>(resources).find((one) => one.name === name);
}

/** Reports whether a setting of this version is a secret. */
export function isSecretSetting(name: string): boolean {
  const found = settingNamed(name);
  return found !== undefined && isSecret(found.definition);
}

/** Returns the value of a setting in the form in which it is kept; as it is, if this version does not know it or would refuse it. */
export function keptSetting(name: string, value: unknown): unknown {
  const found = settingNamed(name);
  if (found === undefined) return value;
  const read = readValue(found.definition, value as SettingValue);
  return "value" in read ? shownValue(read.value) : value;
}
