import type { z } from "zod";

import type { PluginKind, PluginKinds } from "#plugins/contract/index.ts";

import type { ServiceName } from "./service-table.ts";

/** An example of a request, for authors of plug-ins and for the kit. */
export interface PluginSample<Kind extends PluginKind> {
  /** Short description of the sample. */
  readonly about: string;
  readonly request: PluginKinds[Kind]["request"];
  /** Fixed answer of each service; an absent service finds nothing. */
  readonly services?: Partial<Record<ServiceName, unknown>>;
}

/** Definition of a kind of plug-ins: its purpose, request, patch and limits. */
export interface PluginKindDefinition<Kind extends PluginKind> {
  /** Purpose of the plug-ins of the kind. */
  readonly title: string;
  /** Callers of the plug-ins in the service; null = none yet. */
  readonly askedBy: string | null;
  readonly request: z.ZodType<PluginKinds[Kind]["request"]>;
  readonly patch: z.ZodType<PluginKinds[Kind]["patch"]>;
  /** Returns why a patch does not fit its request; undefined if it fits. */
  unfit(patch: PluginKinds[Kind]["patch"], request: PluginKinds[Kind]["request"]): string | undefined;
  /** Services that its plug-ins may call besides `log`. */
  readonly services: readonly Exclude<PluginKinds[Kind]["services"], "log">[];
  /** Time limit of a call in milliseconds. */
  readonly withinMs: number;
  /** True if its requests hold secrets. */
  readonly secrets: boolean;
  /** Names of the plug-ins that every installation has. */
  readonly builtIns: readonly string[];
  /** Samples; the pages show the first. */
  readonly samples: readonly [PluginSample<Kind>, ...PluginSample<Kind>[]];
}
