import { join } from "node:path";

import { createHostClient, type HostClient } from "#activities/managed-host/client.ts";
import {
  handNoteIn,
  hostKeysFile,
  readHostEnrolment,
  writeHostEnrolment,
} from "#activities/managed-host/host-files.ts";
import { programNoteIn } from "#activities/managed-host/program-note.ts";
import { type HostPrograms, programsConnector } from "#activities/managed-host/programs.ts";
import { askOnce, runHost } from "#activities/managed-host/run-host.ts";
import { type ServiceClock, serviceClock } from "#activities/managed-host/service-clock.ts";
import { openProxyKeys } from "#activities/proxy/keys.ts";
import { createOrderRunner } from "#activities/proxy/run-order.ts";
import { createSignedCalls, ProxyCallError } from "#activities/proxy/signed-calls.ts";
import type { Secret } from "#connectors/contract/index.ts";
import { type Clock, systemClock } from "#platform/clock.ts";
import { systemIds } from "#platform/ids.ts";
import { createLogger } from "#platform/logs/log.ts";
import { holdLock, LockHeldError } from "#platform/processes/held-lock.ts";
import type { KernelLock } from "#platform/processes/kernel-lock.ts";
import { requirePrivateFolder } from "#platform/processes/private-folder.ts";
import { readProxySettings } from "#platform/settings/settings.ts";

import { CliError, ExitCode } from "./cli-error.ts";

const lockFile = "host.lock";

/** A managed host to enroll in a folder. */
export interface HostEnrolmentHere {
  readonly folder: string;
  readonly hostKey: string;
  readonly apiAddress: string;
  readonly token: Secret;
}

/**
 * Creates the keys of a managed host in a folder, unless they exist, and enrolls the host with a one-time token.
 * @throws CliError
 */
export async function enrolHostHere({ folder, hostKey, apiAddress, token }: HostEnrolmentHere): Promise<void> {
  requirePrivateFolder(folder);
  const client = clientOf(folder, { hostKey, apiAddress }, serviceClock(systemClock));
  try {
    await token.use((text) => client.enrol(text));
  } catch (error) {
    throw toldFailure(error);
  } finally {
    client.close();
  }
  writeHostEnrolment(folder, { hostKey, apiAddress });
}

/** Options to run a managed host. */
export interface HostRun {
  readonly folder: string;
  readonly programs: HostPrograms;
  /** True to ask once and end when there is nothing more to do. */
  readonly once: boolean;
  readonly everyMs: number;
  /** Clock of the host; default: that of the machine. */
  readonly clock?: Clock;
}

/**
 * Runs the managed host that is enrolled in a folder until the signal fires. It has no listening port.
 * @throws CliError
 */
export async function runHostHere(
  { folder, programs, once, everyMs, clock: own = systemClock }: HostRun,
  signal: AbortSignal,
): Promise<void> {
  requirePrivateFolder(folder);
  const enrolment = readHostEnrolment(folder);
  if (enrolment === undefined)
    throw new CliError(`No managed host is enrolled in '${folder}'. Run 'gatehouse host enrol <key>' first.`);
  const log = createLogger({ module: "host", level: "info" }).child({ host: enrolment.hostKey });
  const clock = serviceClock(own);
  const client = clientOf(folder, enrolment, clock);
  const program = programNoteIn(folder);
  const runner = createOrderRunner({ connectors: [programsConnector(programs, program)], log, clock });
  const options = { client, runner, note: handNoteIn(folder), program, log };
  const run = async () => {
    if (once) log.info({ askAgainMs: await askOnce(options, signal) }, "There is nothing more to do now.");
    else await runHost(options, { everyMs }, signal);
  };
  let lock: KernelLock | undefined;
  try {
    // Two processes of one host would set its password concurrently.
    lock = await holdLock(join(folder, lockFile), { patienceMs: 0 });
    await run();
  } catch (error) {
    if (error instanceof LockHeldError) {
      const words = `Another process of this managed host runs in '${folder}': ${error.message}.`;
      throw new CliError(`${words} Stop it first.`, ExitCode.Failed, error);
    }
    throw toldFailure(error);
  } finally {
    lock?.release();
    client.close();
    await runner.close();
  }
}

interface KnownHost {
  readonly hostKey: string;
  readonly apiAddress: string;
}

function clientOf(folder: string, { hostKey, apiAddress: address }: KnownHost, clock: ServiceClock): HostClient {
  const keys = openProxyKeys(folder, hostKeysFile);
  const { socketKeepAliveSeconds: keepAliveSeconds } = readProxySettings();
  const calls = createSignedCalls({ proxyId: hostKey, address, keys, clock, ids: systemIds, keepAliveSeconds });
  return createHostClient({ hostKey, keys, calls, clock });
}

function toldFailure(error: unknown): unknown {
  if (error instanceof ProxyCallError) return new CliError(`${error.code}: ${error.message}`, ExitCode.Failed, error);
  if (!(error instanceof Error) || error.name !== "Error") return error;
  return new CliError(error.message, ExitCode.Unreachable, error);
}
