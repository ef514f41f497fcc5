import { existsSync } from "node:fs";
import { join } from "node:path";

import { ServiceError } from "#domain/errors.ts";
import type { Clock } from "#platform/clock.ts";
import type { Logger } from "#platform/log.ts";
import { changeableByOthers } from "#platform/trusted-code.ts";
import type { PluginKind, PluginKinds } from "#plugins/contract/index.ts";

import { callPlugin, type PluginCall, PluginFailure, pluginName } from "./call-plugin.ts";
import { FailureLog } from "./failure-log.ts";
import { changeableFile } from "./trusted-plugins.ts";

/** One call of a plug-in of this installation. */
export interface OwnPluginCall<Kind extends PluginKind> extends Omit<PluginCall<Kind>, "file" | "log"> {
  /** Folder of the plug-ins. */
  readonly folder: string;
  /** Name of its file. */
  readonly name: string;
  readonly log: Logger;
  readonly clock: Clock;
}

const failures = new FailureLog();

/**
 * Asks a plug-in of this installation and gives its patch, checked. Why one cannot be used stands in the log.
 * @throws PLUGIN_UNUSABLE
 */
export async function runPlugin<Kind extends PluginKind>(
  call: OwnPluginCall<Kind>,
): Promise<PluginKinds[Kind]["patch"]> {
  const { folder, name, kind, log, clock } = call;
  try {
    if (!hasPlugin(folder, name)) throw new PluginFailure("there is no such file");
    const file = join(folder, name);
    const open = changeableByOthers(folder) ?? changeableFile(file);
    if (open !== undefined) throw new PluginFailure("others than the service may change it", open);
    return await callPlugin({
      ...call,
      file,
      log: (text) => log.info({ plugin: name, kind }, text),
    });
  } catch (failure) {
    if (!(failure instanceof PluginFailure)) throw failure;
    failures.tell({ plugin: name, kind, failure }, { log, clock });
    const { message: why, own } = failure;
    throw new ServiceError("PLUGIN_UNUSABLE", {
      target: name,
      message: `The plug-in '${name}' cannot be used: ${why}${own === undefined ? "" : ", and the log says how"}. Correct the file in PLUGIN_FOLDER, or the option that names it.`,
      detail: own,
    });
  }
}

/** Whether the folder of the plug-ins has a file of this name. */
export function hasPlugin(folder: string, name: string): boolean {
  return pluginName.test(name) && existsSync(join(folder, name));
}
