import type { Command } from "commander";

import { CliError, ExitCode } from "../cli-error.ts";
import { entityPath } from "../entity-path.ts";
import { gathered, wholeNumber } from "../option-values.ts";
import { printFirst } from "../print-first.ts";
import type { RestClient } from "../rest-client.ts";
import { rowLine } from "../row-line.ts";
import { addSignInOptions, restClientOf, type SignInOptions } from "../sign-in-options.ts";

/** Adds `gatehouse request-batch list | show | decide | cancel`, which call the public REST API. */
export function addRequestBatchCommand(program: Command): void {
  const batch = program
    .command("request-batch")
    .description("Follow, decide and cancel batches of requests, through the REST API")
    .addHelpText("after", examples);
  addReads(batch);
  addDecide(batch);
  addSignInOptions(
    batch.command("cancel").description("Cancel a batch: its open requests, and those not submitted yet"),
  )
    .argument("<key>", keyWords)
    .action(async (key: string, options: SignInOptions) => {
      const rest = await restClientOf(options);
      const { done, skipped } = await throughBatch(rest, `${entityPath("requestBatches", key)}/cancel`, {});
      printSkipped(skipped);
      console.log(`${done} requests cancelled, ${skipped.length} left as they are.`);
    });
}

const keyWords = "key of the batch";

const examples = `
Examples:
  gatehouse request-batch list --user anna --password-file anna.txt
  gatehouse request-batch show 5b1f… --user anna --password-file anna.txt
  gatehouse request-batch decide 5b1f… --phase 1 --decision approve --except 77a1… --user boss --password-file boss.txt
  gatehouse request-batch cancel 5b1f… --user anna --password-file anna.txt
`;

interface Batch {
  readonly key: string;
  readonly templateName: string;
  readonly createdAt: string;
  readonly waiting: number;
  readonly submitted: number;
  readonly refused: number;
}

interface Member {
  readonly state: string;
  readonly requestKey: string | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly recipientKey: string;
  readonly recipient: { readonly id: string } | null;
}

const countsOf = ({ waiting, submitted, refused }: Batch) =>
  `${submitted} submitted, ${refused} refused, ${waiting} waiting`;

function addReads(batch: Command): void {
  addSignInOptions(batch.command("list").description("List batches: key, time, template, counts"))
    .option("--top <number>", "how many at most", wholeNumber, 100)
    .action(async ({ top, ...options }: SignInOptions & { readonly top: number }) => {
      const rest = await restClientOf(options);
      await printFirst(rest, "/v2/requestBatches", {
        top,
        query: "$orderby=createdAt desc".replace(" ", "%20"),
        lineOf: (row: Batch) => rowLine([row.key, row.createdAt, row.templateName, countsOf(row)]),
      });
    });
  addSignInOptions(batch.command("show").description("Show a batch: its counts, and each recipient with the request"))
    .argument("<key>", keyWords)
    .action(async (key: string, options: SignInOptions) => {
      const rest = await restClientOf(options);
      const path = entityPath("requestBatches", key);
      const found = await rest.get<Batch>(path);
      console.log(`${found.templateName}: ${countsOf(found)}`);
      const members = await rest.all<Member>(`${path}/members?$expand=recipient($select=id)`);
      for (const { recipient, recipientKey, state, requestKey, errorCode, errorMessage } of members)
        console.log(
          rowLine([recipient?.id ?? recipientKey, state, requestKey ?? errorCode ?? "-", errorMessage ?? ""]),
        );
    });
}

interface DecideOptions extends SignInOptions {
  readonly phase: number;
  readonly decision: string;
  readonly comment?: string;
  readonly except?: string[];
  readonly seen?: string[];
}

function addDecide(batch: Command): void {
  addSignInOptions(
    batch
      .command("decide")
      .description("Decide about all requests of a batch that wait for you, except those you name"),
  )
    .argument("<key>", keyWords)
    .requiredOption("--phase <number>", "number of the phase in which you are asked", wholeNumber)
    .requiredOption("--decision <word>", "approve, deny or abstain")
    .option("--comment <text>", "reason, which a phase may require")
    .option("--except <request>", "key of a request about which nothing is decided (may be repeated)", gathered)
    .option(
      "--seen <request=moment>",
      "an edited request that you have read, with its editedAt; needed to approve it (may be repeated)",
      gathered,
    )
    .action(async (key: string, { phase, decision, comment, except, seen, ...options }: DecideOptions) => {
      const rest = await restClientOf(options);
      const body = {
        phase,
        decision,
        comment: comment ?? null,
        except: except ?? null,
        seen: seen?.map(seenOf) ?? null,
      };
      const decided = await throughBatch(rest, `${entityPath("requestBatches", key)}/decide`, body);
      printSkipped(decided.skipped);
      console.log(
        `${decided.done} requests decided, ${decided.excepted} excepted, ${decided.skipped.length} left as they are.`,
      );
    });
}

function seenOf(text: string) {
  const [, requestKey, editedAt] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (requestKey === undefined || editedAt === undefined)
    throw new CliError(`--seen '${text}' must have the form request=moment.`, ExitCode.Usage);
  return { requestKey, editedAt };
}

interface Skipped {
  readonly requestKey: string;
  readonly code: string;
  readonly message: string;
}

interface Part {
  readonly done: number;
  readonly excepted: number;
  readonly skipped: readonly Skipped[];
  readonly next: string | null;
}

/** Calls an action until it has been through all requests of a batch, and adds up the answers. */
async function throughBatch(rest: RestClient, path: string, body: object): Promise<Omit<Part, "next">> {
  const skipped: Skipped[] = [];
  let [done, excepted] = [0, 0];
  let after: string | null = null;
  do {
    const { body: part }: { readonly body: Part } = await rest.post<Part>(path, { ...body, after });
    done += part.done;
    excepted += part.excepted;
    skipped.push(...part.skipped);
    after = part.next;
  } while (after !== null);
  return { done, excepted, skipped };
}

function printSkipped(skipped: readonly Skipped[]): void {
  for (const { requestKey, code, message } of skipped) console.log(rowLine([requestKey, code, message]));
}
