import { createProxyClient } from "#activities/proxy/client.ts";
import { writeEnrolment } from "#activities/proxy/enrolment.ts";
import { openProxyKeys } from "#activities/proxy/keys.ts";
import { ProxyCallError } from "#activities/proxy/signed-calls.ts";
import type { Secret } from "#connectors/contract/index.ts";
import { systemClock } from "#platform/clock.ts";
import { systemIds } from "#platform/ids.ts";
import { requirePrivateFolder } from "#platform/processes/private-folder.ts";
import { readProxySettings } from "#platform/settings/settings.ts";

import { CliError, ExitCode } from "./cli-error.ts";

/** A proxy to enroll in a folder. */
export interface EnrolmentHere {
  readonly folder: string;
  readonly proxyId: string;
  readonly apiAddress: string;
  readonly token: Secret;
}

/**
 * Creates the keys of a proxy in a folder, unless they exist, and enrolls the proxy with a one-time token.
 * @throws CliError
 */
export async function enrolHere({ folder, proxyId, apiAddress, token }: EnrolmentHere): Promise<void> {
  requirePrivateFolder(folder);
  const keys = openProxyKeys(folder);
  const client = createProxyClient({
    proxyId,
    address: apiAddress,
    keys,
    clock: systemClock,
    ids: systemIds,
    keepAliveSeconds: readProxySettings().socketKeepAliveSeconds,
  });
  try {
    await token.use((text) => client.enrol(text));
  } catch (error) {
    if (error instanceof ProxyCallError) throw new CliError(`${error.code}: ${error.message}`, ExitCode.Failed, error);
    throw new CliError(
      `${error instanceof Error ? error.message : String(error)} Then enrol again.`,
      ExitCode.Unreachable,
      error,
    );
  } finally {
    client.close();
  }
  writeEnrolment(folder, { proxyId, apiAddress });
}
