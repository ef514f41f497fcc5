import { z } from "zod";

import type { KnownTargetSystem, KnownUser, PluginServices } from "#plugins/contract/services.ts";

import { name } from "./schemas.ts";

/** A service of the product for plug-ins, except `log`, which returns nothing. */
export type ServiceName = Exclude<keyof PluginServices, "log">;

/** Sources of the answers to plug-ins: the service itself, or samples. */
export type ServiceSources = {
  readonly [Name in ServiceName]: (...asked: Parameters<PluginServices[Name]>) => ReturnType<PluginServices[Name]>;
};

interface ServiceDefinition<Name extends ServiceName> {
  readonly asked: z.ZodType<Parameters<PluginServices[Name]>[0]>;
  /** Schema of the answer; other fields are dropped. */
  readonly given: z.ZodType<Awaited<ReturnType<PluginServices[Name]>>>;
  /** Answer of a source that knows nothing. */
  readonly nothing: Awaited<ReturnType<PluginServices[Name]>>;
}

const user: z.ZodType<KnownUser> = z.object({
  key: name,
  id: name,
  displayName: z.string().nullable(),
  managerKey: name.nullable(),
  disabled: z.boolean(),
});
const targetSystem: z.ZodType<KnownTargetSystem> = z.object({
  id: name,
  type: name.nullable(),
  description: z.string(),
  targetGroup: name,
});

/** Services by name: the schemas of question and answer. */
export const serviceTable: { readonly [Name in ServiceName]: ServiceDefinition<Name> } = {
  targetSystem: { asked: name, given: targetSystem.nullable(), nothing: null },
  user: { asked: name, given: user.nullable(), nothing: null },
  profileAttribute: {
    asked: z.strictObject({ key: name, name }),
    given: z.array(z.string()),
    nothing: [],
  },
  membersOf: { asked: name, given: z.array(user), nothing: [] },
  ownersOf: { asked: name, given: z.array(user), nothing: [] },
};

/** Returns sources that answer with the given values, and find nothing else. */
export function sourcesOf(known: Partial<Record<ServiceName, unknown>> = {}): ServiceSources {
  const source = (service: ServiceName) => [service, async () => known[service] ?? serviceTable[service].nothing];
  return Object.fromEntries(
    Object.keys(serviceTable).map((service) => source(service as ServiceName)),
  ) as ServiceSources;
}
