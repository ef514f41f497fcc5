import { z } from "zod";

import { mailErrorMaxCharacters } from "#domain/notice-limits.ts";
import { isTooOld, pauseMs } from "#domain/notices/mail-tries.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { lockMail, mailChannel } from "./engine/mail-channel.ts";

const input = z.strictObject({
  key: z.string(),
  /** Number of the attempt: outcomes of earlier ones no longer count. */
  tries: z.int(),
  outcome: z.enum(["sent", "later", "refused", "away"]),
  status: z.int().nullable(),
  words: z.string(),
});

type Input = z.output<typeof input>;

/** Report on whether the next mail may be sent at once. */
export interface RecordedMail {
  readonly continues: boolean;
}

/** Records the outcome of an attempt: accepted, to be retried, given up, or mail server unavailable. */
export const recordMail = defineOperation<Input, RecordedMail>({
  name: "notices.recordMail",
  input,
  callers: ["engine"],
  audit: { operation: "NTST", when: "never" },
  async run(context, tried) {
    const { store, clock } = context;
    const progress = await lockMail(store);
    const mail = await store.lock("noticeMails", tried.key);
    if (mail?.state !== "waiting" || mail.tries !== tried.tries) return { continues: true };
    const now = clock.now();
    const isSent = tried.outcome === "sent";
    if (tried.outcome === "away") await recordOutage(context, progress, tried.words);
    else await store.save("noticeProgress", { ...working, channel: mailChannel, ...(isSent && { deliveredAt: now }) });
    const said = { lastStatus: tried.status, lastError: tried.words.slice(0, mailErrorMaxCharacters) };
    if (isSent)
      await store.save("noticeMails", { key: mail.key, state: "sent", ...said, lastError: null, endedAt: now });
    else await recordFailure(context, mail, tried.outcome === "refused", said);
    return { continues: tried.outcome !== "away" };
  },
});

const working = { failures: 0, nextTryAt: 0, failingSince: null, lastError: null } as const;

/** Records an outage of the server: waiting mails come later, and each mail once. */
async function recordOutage(
  { store, clock, settings, log }: CallContext,
  { failures, failingSince }: Row<"noticeProgress">,
  words: string,
): Promise<void> {
  const now = clock.now();
  const lastError = words.slice(0, mailErrorMaxCharacters);
  if (failures === 0) log.warn({ reason: lastError }, "The mail server cannot be used; what it is to send waits.");
  await store.save("noticeProgress", {
    channel: mailChannel,
    failures: failures + 1,
    failingSince: failingSince ?? now,
    lastError,
    nextTryAt: now + pauseMs(failures + 1, rulesOf(settings)),
  });
}

async function recordFailure(
  { store, clock, settings }: CallContext,
  { key, tries, dueAt }: Row<"noticeMails">,
  isRefused: boolean,
  said: Pick<Row<"noticeMails">, "lastStatus" | "lastError">,
): Promise<void> {
  const now = clock.now();
  const rules = rulesOf(settings);
  await (isRefused || isTooOld(dueAt, now, rules)
    ? store.save("noticeMails", { key, ...said, state: "dead", endedAt: now })
    : store.save("noticeMails", { key, ...said, nextTryAt: now + pauseMs(tries, rules) }));
}

function rulesOf(settings: CallContext["settings"]) {
  return { intervalsSeconds: settings.mailRetryIntervalsSeconds, giveUpHours: settings.mailGiveUpHours };
}
