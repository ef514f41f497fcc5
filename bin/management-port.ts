import type { Logger } from "#platform/logs/log.ts";
import {
  type ManagementAnswers,
  type RunningManagement,
  startManagement,
} from "#platform/management/management-server.ts";
import { withEnvironmentFile } from "#platform/settings/environment-file.ts";
import { type ManagementAddress, managementAddressOf } from "#platform/settings/management-address.ts";
import { variableOf } from "#platform/settings/setting-definition.ts";
import { settingTable } from "#platform/settings/setting-table.ts";
import type { Settings } from "#platform/settings/settings.ts";

import { CliError, ExitCode } from "./cli-error.ts";

/** Place of a management port. */
export interface ManagementPlace {
  /** Null if there is to be none. */
  readonly address: ManagementAddress | null;
  /** True if the address was configured: then a taken port ends the start. */
  readonly isConfigured: boolean;
}

/** Returns the place that the settings name; those of a proxy do not tell their origins, so its environment is asked. */
export function managementPlace({ managementAddress }: Pick<Settings, "managementAddress">): ManagementPlace {
  const configured = withEnvironmentFile(process.env)[variableOf(settingTable.managementAddress)]?.trim() ?? "";
  return { address: managementAddressOf(managementAddress), isConfigured: configured !== "" };
}

/**
 * Opens the management port; undefined if there is to be none, or if the default one is taken, of which it warns, in the log by default.
 * @throws CliError if it was configured and cannot be opened
 */
export async function openManagementPort(
  { address, isConfigured }: ManagementPlace,
  answers: ManagementAnswers,
  log: Logger,
  warn: (words: string) => void = (words) => log.warn(words),
): Promise<RunningManagement | undefined> {
  if (address === null) return undefined;
  try {
    const port = await startManagement(address, answers);
    log.info({ address: port.address }, "The management port listens.");
    return port;
  } catch (error) {
    const words = `The management port ${address.host}:${address.port} cannot be opened: ${reasonOf(error)}. Set MANAGEMENT_ADDRESS to a free host:port, or to off.`;
    if (isConfigured) throw new CliError(words, ExitCode.Failed, error);
    warn(words);
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === "EADDRINUSE" ? "another program uses it" : message;
}
