import type { Command } from "commander";

import type { ProxyStatus } from "#operations/proxies/show-status.ts";

import { ExitCode } from "../cli-error.ts";
import { entityPath } from "../entity-path.ts";
import type { RestClient } from "../rest-client.ts";
import { addSignInOptions, restClientOf, type SignInOptions } from "../sign-in-options.ts";

type Told = ProxyStatus["instances"][number];
/** Fields of a process that an earlier version of the API does not have. */
type Newer = "engineReached" | "comparedToService";

/** A process of a proxy as the API shows it: times are texts. */
interface Instance extends Omit<Told, "startedAt" | "lastSeenAt" | "stoppedAt" | Newer>, Partial<Pick<Told, Newer>> {
  readonly startedAt: string;
  readonly lastSeenAt: string;
  readonly stoppedAt: string | null;
}

/** A proxy as the API shows it; an earlier version does not have its own version. */
export interface ShownStatus
  extends
    Pick<ProxyStatus, "id" | "state" | "softwareVersion" | "queue">,
    Partial<Pick<ProxyStatus, "serviceVersion">> {
  readonly lastSeenAt: string | null;
  readonly instances: readonly Instance[];
}

/** Adds `gatehouse proxy status`, which calls the public REST API. */
export function addProxyStatusCommand(proxy: Command): void {
  const status = proxy
    .command("status")
    .description("Show one or all proxies: processes, connectors and waiting operations")
    .argument("[name]", "name of the proxy; all of them without it")
    .option("--json", "as JSON");
  addSignInOptions(status)
    .addHelpText("after", examples)
    .action(async (name: string | undefined, { json, ...options }: SignInOptions & { json?: true }) => {
      const rest = await restClientOf(options);
      const all = await read(rest, name);
      console.log(json ? JSON.stringify(all, null, 2) : describeProxies(all, Date.now()));
      if (all.some(({ state }) => state !== "online")) process.exitCode = ExitCode.Failed;
    });
}

const examples = `
Exit code 0 when all that are shown take orders, 1 when one does not, 3 when the API does not answer.

Examples:
  gatehouse proxy status --user admin --password-file admin.txt
  gatehouse proxy status branch --json
`;

async function read(rest: RestClient, name: string | undefined): Promise<ShownStatus[]> {
  const statusOf = (id: string) => rest.get<ShownStatus>(`${entityPath("proxyServers", id)}/status`);
  if (name !== undefined) return [await statusOf(name)];
  const shown: ShownStatus[] = [];
  for (const { id } of await rest.all<{ id: string }>("/v2/proxyServers?$select=id&$orderby=id"))
    shown.push(await statusOf(id));
  return shown;
}

/** Describes the proxies in words, one paragraph each. */
export function describeProxies(all: readonly ShownStatus[], now: number): string {
  if (all.length === 0) return "No proxy has been invited. Invite one with: gatehouse proxy invite <name>";
  return all.map((proxy) => describe(proxy, now).join("\n")).join("\n\n");
}

const cutOff = "reports, and does not reach Temporal: no orders come";

function describe(proxy: ShownStatus, now: number): string[] {
  const { id, state, lastSeenAt, queue, instances, serviceVersion = "" } = proxy;
  const seen = lastSeenAt === null ? "never seen" : `seen ${ago(lastSeenAt, now)}`;
  return [
    `${id}  ${state === "cutOff" ? cutOff : state}, ${seen}`,
    `  queue ${queue.name}: ${queue.waiting} waiting, ${queue.underWay} under way, ${queue.later} to be tried later`,
    ...worthTelling(instances).flatMap((instance) => describeInstance(instance, { now, serviceVersion })),
  ];
}

/** Returns the processes that run or have vanished; one that was stopped is shown only if there is no other. */
function worthTelling(instances: readonly Instance[]): readonly Instance[] {
  const unexpected = instances.filter(({ stoppedAt }) => stoppedAt === null);
  return unexpected.length > 0 ? unexpected : instances.slice(0, 1);
}

function describeInstance(
  instance: Instance,
  { now, serviceVersion }: { readonly now: number; readonly serviceVersion: string },
): string[] {
  const { online, startedAt, lastSeenAt, stoppedAt, ordersUnderWay, clockSkewMs, engineReached } = instance;
  const life = online
    ? `running since ${startedAt}`
    : stoppedAt === null
      ? `away, last seen ${ago(lastSeenAt, now)}`
      : `stopped ${ago(stoppedAt, now)}`;
  const connectors = instance.connectors.map((connector) => `${connector.id} ${connector.version}`).join(", ");
  return [
    `  ${online ? "●" : "○"} ${instance.id.slice(0, 8)}  version ${versionInWords(instance, serviceVersion)}, ${life}`,
    ...(online && engineReached === false
      ? ["    Temporal is not reached: check TEMPORAL_ADDRESS and the way to it"]
      : []),
    ...(online ? [`    ${ordersUnderWay} orders under way, clock ${clockInWords(clockSkewMs)}`] : []),
    `    connectors: ${connectors === "" ? "none" : connectors}`,
    ...instance.failedConnectors.map(({ name, problem, message }) => `    failed: ${name} (${problem}): ${message}`),
  ];
}

function versionInWords({ softwareVersion, comparedToService }: Instance, serviceVersion: string): string {
  if (comparedToService !== "older" && comparedToService !== "newer") return softwareVersion;
  return `${softwareVersion} (${comparedToService} than the service, which has ${serviceVersion})`;
}

function ago(moment: string, now: number): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(moment)) / 1000));
  if (seconds < 120) return `${seconds} s ago`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min ago` : `${Math.round(minutes / 60)} h ago`;
}

// Below this the transmission time of the report dominates.
const skewShownMs = 1000;

/** Describes the difference between a clock and the reference clock in words. */
export function clockInWords(ms: number): string {
  if (Math.abs(ms) < skewShownMs) return "right";
  return `${(Math.abs(ms) / 1000).toFixed(1)} s ${ms > 0 ? "ahead" : "behind"}`;
}
