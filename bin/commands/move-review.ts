import type { Command } from "commander";

import { CliError, ExitCode } from "../cli-error.ts";
import { entityPath } from "../entity-path.ts";
import { gathered } from "../option-values.ts";
import { rowLine } from "../row-line.ts";
import { addSignInOptions, restClientOf, type SignInOptions } from "../sign-in-options.ts";

/** A review as the REST API shows it, with the fields that this command reads. */
interface Review {
  readonly key: string;
  readonly state: string;
  readonly openedAt: string;
  readonly user: { readonly id: string } | null;
  readonly reviewer: { readonly id: string } | null;
}

/** Item of a review, with the fields that this command reads. */
interface Item {
  readonly key: string;
  readonly kind: string;
  readonly targetSystemKey: string;
  readonly accountName: string | null;
  readonly groupName: string | null;
  readonly because: string;
  readonly answer: string | null;
}

/** Adds `gatehouse move-review list | show | answer`, which call the public REST API. */
export function addMoveReviewCommand(program: Command): void {
  const review = program
    .command("move-review")
    .description("Review what people keep who have moved")
    .addHelpText("after", examples);
  addSignInOptions(review.command("list").description("List reviews: key, person, reviewer, state, time of the move"))
    .option("--all", "also reviews that are done or were stopped")
    .action(async ({ all, ...options }: SignInOptions & { readonly all?: true }) => {
      const rest = await restClientOf(options);
      const filter = all === true ? "" : `&$filter=${encodeURIComponent("state eq 'open'")}`;
      const rows = await rest.all<Review>(`/v2/moveReviews?$expand=user,reviewer&$orderby=openedAt,key${filter}`);
      if (rows.length === 0) console.error("None.");
      for (const { key, user, reviewer, state, openedAt } of rows)
        console.log(rowLine([key, user?.id ?? "-", reviewer?.id ?? "-", state, openedAt]));
    });
  addSignInOptions(review.command("show").description("List the items of a review: key, access, reason, answer"))
    .argument("<key>", "key of the review")
    .action(async (key: string, options: SignInOptions) => {
      const rest = await restClientOf(options);
      for (const item of await rest.all<Item>(`${entityPath("moveReviews", key)}/items`)) {
        const { kind, targetSystemKey, accountName, groupName, because, answer } = item;
        const thing = [kind, targetSystemKey, accountName, groupName].filter((name) => name !== null).join(" ");
        console.log(rowLine([item.key, thing, because, answer ?? "-"]));
      }
    });
  addAnswer(review);
}

interface AnswerOptions extends SignInOptions {
  readonly keep?: true;
  readonly end?: true;
  readonly item: readonly string[];
  readonly reason?: string;
}

function addAnswer(review: Command): void {
  addSignInOptions(review.command("answer").description("Keep or end items of a review, by default all that wait"))
    .argument("<key>", "key of the review")
    .option("--keep", "keep the access")
    .option("--end", "end the access")
    .option("--item <key>", "key of an item (repeatable); by default all that wait for an answer", gathered, [])
    .option("--reason <text>", "reason; required with --end")
    .action(async (key: string, { keep, end, item, reason, ...options }: AnswerOptions) => {
      if ((keep === true) === (end === true)) throw new CliError("Say either --keep or --end.", ExitCode.Usage);
      const rest = await restClientOf(options);
      const answer = keep === true ? "keep" : "end";
      const items = item.length === 0 ? null : item;
      const path = `${entityPath("moveReviews", key)}/answer`;
      const body = { answer, items, reason: reason ?? null };
      const { body: answered } = await rest.post<{ readonly answered: number; readonly left: number }>(path, body);
      console.log(`${answered.answered} answered, ${answered.left} left.`);
    });
}

const examples = `
Examples:
  gatehouse move-review list --user boss --password-file boss.txt
  gatehouse move-review show 5b1f… --user boss --password-file boss.txt
  gatehouse move-review answer 5b1f… --end --item 0d7c… --reason "not needed in sales" --user boss --password-file boss.txt
  gatehouse move-review answer 5b1f… --keep --user boss --password-file boss.txt
`;
