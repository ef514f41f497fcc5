import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";
import type { FailedPlugin } from "#domain/proxies/failed-plugin.ts";
import { pluginKindNames, pluginKinds } from "#plugins/host/plugin-kinds.ts";
import { changeablePlugin, pluginsIn } from "#plugins/host/trusted-plugins.ts";

import { defineOperation } from "../kernel/define-operation.ts";

/** Plug-ins as the answering process knows them. */
export interface ShownPlugIns {
  readonly kinds: readonly {
    readonly kind: string;
    /** Purpose of the kind. */
    readonly title: string;
    /** Names of the built-in ones. */
    readonly builtIns: readonly string[];
  }[];
  /** Names of the files in PLUGIN_FOLDER. */
  readonly files: readonly string[];
  /** Reason why none of these files is used, and the remedy; null if there is none. */
  readonly problem: string | null;
  /** Plug-ins whose last call failed, within the last hour. */
  readonly failed: readonly FailedPlugin[];
}

/** Lists the plug-ins, and those that have failed; it calls none of them. */
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
