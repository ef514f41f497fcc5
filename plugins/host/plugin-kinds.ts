import { z } from "zod";

import { pluginCallMs } from "#domain/limits.ts";
import type { PluginKind, PluginKinds } from "#plugins/contract/index.ts";

/** How plug-ins of a kind are asked. */
export interface PluginKindDefinition<Kind extends PluginKind> {
  /** Where the service asks them. */
  readonly askedBy: string;
  readonly request: z.ZodType<PluginKinds[Kind]["request"]>;
  /** A request as it may look. */
  readonly example: PluginKinds[Kind]["request"];
  /** Time after which a call is stopped. */
  readonly withinMs: number;
  readonly patch: z.ZodType<PluginKinds[Kind]["patch"]>;
  /** Why a patch does not fit its request, if so. */
  unfit(patch: PluginKinds[Kind]["patch"], request: PluginKinds[Kind]["request"]): string | undefined;
}

/** Every kind of plug-in that the service asks. */
export const pluginKinds: { readonly [Kind in PluginKind]: PluginKindDefinition<Kind> } = {
  newIdCase: {
    askedBy: "the option `newIdCaseSetProgram` of a target system, for each new account or group",
    request: z.strictObject({
      id: z.string().min(1),
      type: z.enum(["account", "group"]),
      targetSystemKey: z.string().min(1),
    }),
    example: { id: "Ada.Abel", type: "account", targetSystemKey: "HR" },
    withinMs: pluginCallMs,
    patch: z.object({ id: z.string() }),
    unfit: ({ id }, request) =>
      id.toLowerCase() === request.id.toLowerCase() ? undefined : "id: it is another one than it was given",
  },
};
