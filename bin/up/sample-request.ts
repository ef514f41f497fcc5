import { isFinal, RequestStatus, requestStatuses } from "#domain/requests/request-status.ts";
import type { Logger } from "#platform/logs/log.ts";
import type { Row } from "#store/tables.ts";

import { CliError } from "../cli-error.ts";
import { poll } from "../poll.ts";
import { type RestClient, type ShownOperation, signIn } from "../rest-client.ts";
import { readSampleAccount } from "./sample-target.ts";
import { type Sample, sampleFile } from "./sample.ts";

/** Address, sample and tools of the sample request. */
export interface SampleRequestOptions {
  /** Address of the REST API. */
  readonly address: string;
  readonly sample: Sample;
  /** Folder of the sample targets' files. */
  readonly folder: string;
  readonly log: Logger;
  readonly signal: AbortSignal;
  say(line: string): void;
}

type RequestView = Pick<Row<"reqbatch">, "key" | "number" | "status">;

interface PhaseView extends Pick<Row<"requestPhases">, "sequence" | "state" | "minApprovals"> {
  readonly authorizers: readonly Pick<Row<"requestAuthorizers">, "userKey">[];
}

type OperationPart = "code" | "targetSystemKey" | "result" | "sends" | "proxyServer" | "stableId";
type OperationView = Pick<Row<"requestOperations">, OperationPart> & Pick<ShownOperation, "error">;

const pollMs = 100;
const travelMs = 120_000;
const labelWidth = 10;

/**
 * Submits the next sample request over the public REST API as a sample user and approves it as its approvers. Shows its way to the
 * target.
 * @throws CliError if it does not succeed
 */
export async function runSampleRequest(options: SampleRequestOptions): Promise<void> {
  const { sample, address } = options;
  const say = (label: string, words: string) => options.say(`  ${label.padEnd(labelWidth)} ${words}`);
  const { next } = sample;
  if (!next) return options.say("Everybody in the sample organisation has all accounts; nothing is left to ask for.");
  const recipient = personOf(sample, next.recipientId);
  const rest = await signInAs(options, next.recipientId);
  options.say(`Sample request: an account on ${next.targetSystemId} for ${recipient.displayName}`);
  const { status, location, body } = await rest.post<RequestView>("/v2/requests", {
    recipientKey: recipient.key,
    reason: "Sample request of this start",
    operations: [
      {
        code: "ACUA",
        targetSystemKey: next.targetSystemId,
        attributes: { ...recipient.attributes, displayName: [recipient.displayName] },
      },
    ],
  });
  say(
    "submitted",
    `by ${nameOf(sample, next.recipientId)}: POST ${address}/v2/requests → ${status}, ${location ?? ""} (${body.number})`,
  );
  await follow(options, { rest, key: body.key, say });
  const account = await readSampleAccount(sampleFile(options.folder, next.targetSystemId), recipient.id, options.log);
  if (!account)
    throw new CliError(`The account '${recipient.id}' is not in ${next.targetSystemId}; the logs say more.`);
  const values = Object.entries(account.attributes ?? {}).map(([name, all]) => `${name}=${all.join(", ")}`);
  say("in target", `${next.targetSystemId}: ${account.type} ${account.id} '${account.name}' ${values.join("; ")}`);
}

interface Travel {
  readonly rest: RestClient;
  readonly key: string;
  say(label: string, words: string): void;
}

async function follow(options: SampleRequestOptions, travel: Travel): Promise<void> {
  const path = `/v2/requests('${travel.key}')`;
  const told = new Set<string>();
  const look = async () => {
    options.signal.throwIfAborted();
    const { status } = await travel.rest.get<RequestView>(path);
    await showPhases(options, travel, told);
    await showOperations(travel, told);
    if (once(told, `status ${status}`)) travel.say("status", `${status} ${wordsOf(status)}`);
    return status;
  };
  const stop = AbortSignal.timeout(travelMs);
  const status = await poll(look, isFinal, { pauseMs: pollMs, stop });
  if (status === "C") return;
  const end = isFinal(status) ? `ended as ${wordsOf(status)}` : `did not end within ${travelMs / 1000} s`;
  throw new CliError(`The sample request ${end}; the logs say more.`);
}

function wordsOf(status: RequestStatus): string {
  if (status === RequestStatus.Performing) return "performing the approved operations";
  return requestStatuses[status].title.toLowerCase();
}

async function showPhases(options: SampleRequestOptions, { rest, key, say }: Travel, told: Set<string>): Promise<void> {
  const path = `/v2/requests('${key}')`;
  const { value: phases } = await rest.get<{ value: PhaseView[] }>(`${path}/phases`);
  for (const { sequence, state, authorizers, minApprovals } of phases) {
    if (state !== "open" || !once(told, `phase ${sequence}`)) continue;
    const ids = authorizers.map(({ userKey }) => idOf(options.sample, userKey));
    say(
      `phase ${sequence}`,
      `must be decided by ${ids.map((id) => nameOf(options.sample, id)).join(", ")} (${minApprovals} approval needed)`,
    );
    const decider = ids.find((id) => options.sample.passwords.has(id));
    if (decider === undefined)
      throw new CliError(`Nobody of this start may decide phase ${sequence} of the sample request.`);
    const authorizer = await signInAs(options, decider);
    await authorizer.post(`${path}/decide`, { phase: sequence, decision: "approve", comment: "Sample decision" });
    say("decided", `${nameOf(options.sample, decider)} approves phase ${sequence}`);
  }
}

async function showOperations({ rest, key, say }: Travel, told: Set<string>): Promise<void> {
  const { value: operations } = await rest.get<{ value: OperationView[] }>(`/v2/requests('${key}')/operations`);
  for (const { code, targetSystemKey, sends, proxyServer, result, stableId, error } of operations) {
    if (sends > 0 && once(told, `${code} sent ${sends}`))
      say("sent", `${code} on ${targetSystemKey} to the proxy '${proxyServer}' (send ${sends})`);
    if (result === null || result === "P" || !once(told, `${code} result`)) continue;
    say(
      "result",
      error ? `${result} ${error.code}: ${error.message ?? ""}` : `${result}, id ${stableId ?? "none"} on the target`,
    );
    if (result !== "S") throw new CliError(`The sample operation ended with ${result}; the logs say more.`);
  }
}

function once(told: Set<string>, what: string): boolean {
  if (told.has(what)) return false;
  told.add(what);
  return true;
}

async function signInAs({ address, sample }: SampleRequestOptions, id: string): Promise<RestClient> {
  const password = sample.passwords.get(id);
  if (!password) throw new CliError(`'${id}' has no password in this start.`);
  return signIn(address, { user: id, password });
}

function personOf({ people }: Sample, id: string) {
  const person = people.get(id);
  if (!person) throw new CliError(`'${id}' is not in the sample organisation. Start on an empty data folder.`);
  return person;
}

function nameOf(sample: Sample, id: string): string {
  return sample.people.get(id)?.displayName ?? id;
}

function idOf({ people }: Sample, userKey: string): string {
  return [...people.values()].find(({ key }) => key === userKey)?.id ?? userKey;
}
