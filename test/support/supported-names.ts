import { resources } from "#domain/resources/resources.ts";
import { waitingProperties } from "#domain/waiting-properties.ts";
import { targetSystemOptions } from "#operations/abilities/target-system-options.ts";
import { variableOf } from "#platform/settings/setting-definition.ts";
import { allSettings } from "#platform/settings/setting-values.ts";

/** Returns the names of all that the service supports: its places and properties, without those that it refuses or never reads yet. */
export function supportedNames(places: Iterable<string>): readonly string[] {
  const properties = Object.values(resources).flatMap((resource) =>
    Object.keys(resource.properties).map((property) => `${resource.name}.${property}`),
  );
  const options = Object.keys(targetSystemOptions).map((option) => `targetSystems.${option}`);
  const waiting = new Set([
    ...waitingProperties.map(({ resource, property }) => `${resource}.${property}`),
    ...allSettings.filter(([, { waitsFor }]) => waitsFor !== undefined).map(([, setting]) => variableOf(setting)),
  ]);
  return [...places, ...properties, ...options].filter((name) => !waiting.has(name));
}
