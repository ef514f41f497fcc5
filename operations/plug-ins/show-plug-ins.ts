import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";
import type { FailedPlugin } from "#domain/proxies/failed-plugin.ts";
import { pluginKindNames, pluginKinds } from "#plugins/host/plugin-kinds.ts";
import { changeablePlugin, pluginsIn } from "#plugins/host/trusted-plugins.ts";

import { defineOperation } from "../kernel/define-operation.ts";

/** The plug-ins as the process that answers knows them. */
export interface ShownPlugIns {
  readonly kinds: readonly {
    readonly kind: string;
    /** What it is asked for. */
    readonly title: string;
    /** The names of those that every installation has. */
    readonly builtIns: readonly string[];
  }[];
  /** The names of the files of PLUGIN_FOLDER. */
  readonly files: readonly string[];
  /** Why none of these files is used, and the way out; null = nothing is against it. */
  readonly problem: string | null;
  /** Those whose last call has failed, within the last hour. */
  readonly failed: readonly FailedPlugin[];
}

/** Shows which plug-ins there are and which have failed; it asks none of them. */
export const showPlugIns = defineOperation({
  name: "plugIns.show",
  kind: "read",
  input: z.strictObject({}),
  callers: ["user"],
  policies: [{ name: policyOf.get("nodes/plugIns") }],
  audit: { operation: "READ", when: "refusalOnly", describe: () => ({ ident: "plugIns" }) },
  run: ({ plugins, settings: { pluginFolder } }): Promise<ShownPlugIns> =>
    Promise.resolve({
      kinds: pluginKindNames.map((kind) => {
        const { title, builtIns } = pluginKinds[kind];
        return { kind, title, builtIns };
      }),
      files: pluginsIn(pluginFolder).toSorted(),
      problem: changeablePlugin(pluginFolder) ?? null,
      failed: plugins.failed(),
    }),
});
