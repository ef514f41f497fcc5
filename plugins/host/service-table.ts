import { z } from "zod";

import type { KnownTargetSystem, KnownUser, PluginServices } from "#plugins/contract/services.ts";

import { name } from "./schemas.ts";

/** A service of the product for plug-ins; `log` is the one that gives nothing. */
export type ServiceName = Exclude<keyof PluginServices, "log">;

/** What answers what plug-ins ask: the service itself, or samples. */
export type ServiceSources = {
  readonly [Name in ServiceName]: (...asked: Parameters<PluginServices[Name]>) => ReturnType<PluginServices[Name]>;
};

interface ServiceDefinition<Name extends ServiceName> {
  readonly asked: z.ZodType<Parameters<PluginServices[Name]>[0]>;
  /** What is given, and nothing besides. */
  readonly given: z.ZodType<Awaited<ReturnType<PluginServices[Name]>>>;
  /** What whoever knows nothing says. */
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
  type: name,
  description: z.string(),
  targetGroup: name,
});

/** The services by their names: what each is asked, and what it gives. */
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

/** Sources that know what they are given, and of everything else nothing. */
export function sourcesOf(known: Partial<Record<ServiceName, unknown>> = {}): ServiceSources {
  const source = (service: ServiceName) => [service, async () => known[service] ?? serviceTable[service].nothing];
  return Object.fromEntries(
    Object.keys(serviceTable).map((service) => source(service as ServiceName)),
  ) as ServiceSources;
}
