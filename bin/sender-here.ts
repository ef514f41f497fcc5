import { connect } from "node:net";
import { join } from "node:path";

import { serviceClock } from "#activities/managed-host/service-clock.ts";
import { createChanges } from "#activities/password-sender/changes.ts";
import { createSenderClient, type SenderClient } from "#activities/password-sender/client.ts";
import { linuxCall, serveLinux } from "#activities/password-sender/linux-calls.ts";
import { listenLocally } from "#activities/password-sender/local-socket.ts";
import { sendChanges } from "#activities/password-sender/send-changes.ts";
import {
  readSenderEnrolment,
  type SenderEnrolmentNote,
  senderFiles,
  writeSenderEnrolment,
} from "#activities/password-sender/sender-files.ts";
import { senderLimits } from "#activities/password-sender/sender-limits.ts";
import { type ReportedEntries, serveSlapd } from "#activities/password-sender/slapd-calls.ts";
import { openSpool } from "#activities/password-sender/spool.ts";
import { machineSteadyClock } from "#activities/password-sender/steady-moment.ts";
import { createTurns } from "#activities/password-sender/turns.ts";
import { openProxyKeys } from "#activities/proxy/keys.ts";
import { createSignedCalls, ProxyCallError } from "#activities/proxy/signed-calls.ts";
import type { Secret } from "#connectors/contract/index.ts";
import type { SenderSettings } from "#domain/password-sync/sender-call.ts";
import { softwareVersion } from "#domain/proxies/software-version.ts";
import { systemClock } from "#platform/clock.ts";
import { systemIds } from "#platform/ids.ts";
import { createLogger } from "#platform/logs/log.ts";
import { holdLock, LockHeldError } from "#platform/processes/held-lock.ts";
import type { KernelLock } from "#platform/processes/kernel-lock.ts";
import { requirePrivateFolder } from "#platform/processes/private-folder.ts";
import { readProxySettings } from "#platform/settings/settings.ts";

import { CliError, ExitCode } from "./cli-error.ts";

/** A password sender to enroll in a folder. */
export interface SenderEnrolmentHere {
  readonly folder: string;
  readonly senderKey: string;
  readonly apiAddress: string;
  readonly token: Secret;
}

/**
 * Creates the keys of a password sender in a folder, unless they exist, and enrolls the sender with a one-time token.
 * @throws CliError
 */
export async function enrolSenderHere({ folder, senderKey, apiAddress, token }: SenderEnrolmentHere): Promise<void> {
  requirePrivateFolder(folder);
  const client = clientOf(folder, { senderKey, apiAddress });
  try {
    const { whileAway, receivingKey } = await token.use((text) => client.enrol(text));
    writeSenderEnrolment(folder, { senderKey, apiAddress, whileAway, receivingKey });
  } catch (error) {
    throw toldFailure(error);
  } finally {
    client.close();
  }
}

/** Target system beside which a sender runs: a Linux host, or an OpenLDAP server with its accounts. */
export type SenderTarget =
  | { readonly kind: "linux" }
  | { readonly kind: "openldap"; readonly entries: ReportedEntries };

interface TargetOptions {
  readonly linux?: true;
  readonly openldap?: true;
  readonly accounts?: string;
  readonly naming: string;
  readonly leaveOut?: readonly string[];
}

/**
 * Returns the target that the options of the command name.
 * @throws CliError
 */
export function targetOf({ linux, openldap, accounts, naming, leaveOut = [] }: TargetOptions): SenderTarget {
  if (linux === true) return { kind: "linux" };
  if (openldap !== true) throw new CliError("Give --linux or --openldap.", ExitCode.Usage);
  if (accounts === undefined) throw new CliError("Give the DN of the accounts with --accounts.", ExitCode.Usage);
  return { kind: "openldap", entries: { accounts, naming, leaveOut } };
}

/** Options to run a password sender. */
export interface SenderRun {
  readonly folder: string;
  readonly target: SenderTarget;
}

/**
 * Runs the password sender that is enrolled in a folder until the signal fires. It listens on a local socket in the folder and calls the
 * service; nothing else reaches it.
 * @throws CliError
 */
export async function runSenderHere({ folder, target }: SenderRun, signal: AbortSignal): Promise<void> {
  requirePrivateFolder(folder);
  const enrolment = readSenderEnrolment(folder);
  if (enrolment === undefined)
    throw new CliError(`No password sender is enrolled in '${folder}'. Run 'gatehouse password-sender enrol' first.`);
  const { senderKey } = enrolment;
  const log = createLogger({ module: "passwordSender", level: "info" }).child({ sender: senderKey });
  const settings = keptSettings(folder, enrolment);
  const client = clientOf(folder, enrolment);
  const clock = machineSteadyClock();
  let lock: KernelLock | undefined;
  try {
    // Two processes would give the same numbers to different changes.
    lock = await holdLock(join(folder, senderFiles.lock), { patienceMs: 0 });
    const spool = openSpool(join(folder, senderFiles.spool), { ids: systemIds });
    const changes = createChanges({ senderKey, client, spool, settings: settings.current, clock, log });
    const turns = createTurns(senderLimits.turnMs);
    const serve =
      target.kind === "linux"
        ? serveLinux({ changes, turns, log })
        : serveSlapd({ changes, turns, entries: target.entries, log });
    const socket = await listenLocally(join(folder, senderFiles.socket), serve);
    log.info({ waiting: spool.waiting, target: target.kind }, "The password sender takes changes.");
    await sendChanges({ client, spool, clock, version: softwareVersion, heard: settings.heard, log }, signal);
    await socket.close();
  } catch (error) {
    if (!(error instanceof LockHeldError)) throw toldFailure(error);
    const words = `Another process of this password sender runs in '${folder}': ${error.message}.`;
    throw new CliError(`${words} Stop it first.`, ExitCode.Failed, error);
  } finally {
    lock?.release();
    client.close();
  }
}

/** A change to report by hand. */
export interface ReportHere {
  readonly folder: string;
  readonly account: string;
  readonly password: Secret;
}

/**
 * Reports a change to the sender that runs in a folder.
 * @throws CliError if none runs there, or it does not take the change
 */
export async function reportHere({ folder, account, password }: ReportHere): Promise<void> {
  const path = join(folder, senderFiles.socket);
  let answer: string;
  try {
    answer = await asked(path, linuxCall("report", account, password));
  } catch (error) {
    const words = `No password sender for a Linux host runs in '${folder}'. Start 'gatehouse password-sender run --linux'.`;
    throw new CliError(words, ExitCode.Unreachable, error);
  }
  if (answer !== "ok\n") throw new CliError("The password sender does not take this change.", ExitCode.Failed);
}

function asked(path: string, call: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(path);
    socket.on("error", reject);
    socket.setEncoding("utf8").on("data", (part: string) => (answer += part));
    socket.on("end", () => resolve(answer));
    socket.end(call);
  });
}

/** Settings of the service, written down when they change. */
function keptSettings(folder: string, enrolment: SenderEnrolmentNote) {
  let note = enrolment;
  return {
    current: () => note,
    heard({ whileAway, receivingKey }: SenderSettings): void {
      if (whileAway === note.whileAway && JSON.stringify(receivingKey) === JSON.stringify(note.receivingKey)) return;
      note = { ...note, whileAway, receivingKey };
      writeSenderEnrolment(folder, note);
    },
  };
}

function clientOf(
  folder: string,
  { senderKey, apiAddress: address }: Pick<SenderEnrolmentNote, "senderKey" | "apiAddress">,
): SenderClient {
  const keys = openProxyKeys(folder, senderFiles.keys);
  const clock = serviceClock(systemClock);
  const { socketKeepAliveSeconds: keepAliveSeconds } = readProxySettings();
  const calls = createSignedCalls({ proxyId: senderKey, address, keys, clock, ids: systemIds, keepAliveSeconds });
  return createSenderClient({ senderKey, keys, calls, clock });
}

function toldFailure(error: unknown): unknown {
  if (error instanceof ProxyCallError) return new CliError(`${error.code}: ${error.message}`, ExitCode.Failed, error);
  if (!(error instanceof Error) || error.name !== "Error") return error;
  return new CliError(error.message, ExitCode.Unreachable, error);
}
