import type { z } from "zod";

import type { PluginKind, PluginKinds } from "#plugins/contract/index.ts";

import type { ServiceName } from "./service-table.ts";

/** A request as it may look, for who writes a plug-in and for the kit. */
export interface PluginSample<Kind extends PluginKind> {
  /** What it is, in a few words. */
  readonly about: string;
  readonly request: PluginKinds[Kind]["request"];
  /** What the services answer, each always the same; one that is absent knows nothing. */
  readonly services?: Partial<Record<ServiceName, unknown>>;
}

/** A kind of plug-ins: what it is for, what it is told and returns, and within which bounds. */
export interface PluginKindDefinition<Kind extends PluginKind> {
  /** What plug-ins of it do. */
  readonly title: string;
  /** Where the service asks them; null = nowhere yet. */
  readonly askedBy: string | null;
  readonly request: z.ZodType<PluginKinds[Kind]["request"]>;
  readonly patch: z.ZodType<PluginKinds[Kind]["patch"]>;
  /** Why a patch does not fit its request, if so. */
  unfit(patch: PluginKinds[Kind]["patch"], request: PluginKinds[Kind]["request"]): string | undefined;
  /** What it may ask of the service beside `log`. */
  readonly services: readonly Exclude<PluginKinds[Kind]["services"], "log">[];
  /** Time after which a call is stopped. */
  readonly withinMs: number;
  /** Whether its requests hold secrets. */
  readonly secrets: boolean;
  /** The plug-ins of it that every installation has. */
  readonly builtIns: readonly string[];
  /** The first is what the pages show. */
  readonly samples: readonly [PluginSample<Kind>, ...PluginSample<Kind>[]];
}
