import { z } from "zod";

import { pageSizeMax } from "#domain/limits.ts";
import { mailStates } from "#domain/notices/mail-states.ts";
import { mailServerOf, shownServer } from "#platform/mail/mail-server.ts";
import type { Row } from "#store/tables.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { peopleOf } from "../people/engine/people-of.ts";
import { mailChannel } from "./engine/mail-channel.ts";

/** State of the mail delivery. */
export interface MailStatus {
  /** Address of the mail server; null if none is set. */
  readonly server: string | null;
  /** Number of notices that are not in a mail yet. */
  readonly ungathered: number;
  readonly waiting: number;
  readonly dead: number;
  readonly withoutAddress: number;
  /** Start of the mail server's outage, time of the next attempt, and the reason. */
  readonly outage: Pick<Row<"noticeProgress">, "failingSince" | "nextTryAt" | "lastError"> | null;
  readonly deliveredAt: number | null;
}

/** Reads the state of the mail delivery, for the operator of this machine. */
export const showMailStatus = defineOperation<Record<string, never>, MailStatus>({
  name: "noticeMails.status",
  kind: "read",
  callers: ["engine"],
  audit: { operation: "NTLS", when: "refusalOnly" },
  async run({ store, settings }) {
    const server = mailServerOf(settings);
    const progress = await store.get("noticeProgress", mailChannel);
    const { failures = 0, failingSince = null, nextTryAt = 0, lastError = null, deliveredAt = null } = progress ?? {};
    return {
      server: server === undefined ? null : shownServer(server),
      ungathered: await store.count("notices", { mail: "waiting" }),
      waiting: await store.count("noticeMails", { state: "waiting" }),
      dead: await store.count("noticeMails", { state: "dead" }),
      withoutAddress: await store.count("notices", { mail: "noAddress" }),
      outage: failures === 0 ? null : { failingSince, nextTryAt, lastError },
      deliveredAt,
    };
  },
});

/** A mail with the ID of its recipient; null for a deleted user. */
export type ListedMail = Row<"noticeMails"> & { readonly person: { readonly id: string } | null };

/** Lists mails, latest due time first, for the operator of this machine. */
export const listMails = defineOperation({
  name: "noticeMails.list",
  kind: "read",
  input: z.strictObject({
    state: z.enum(mailStates, { error: `must be one of ${mailStates.join(", ")}` }).optional(),
    limit: z.int().min(1).max(pageSizeMax).default(100),
  }),
  callers: ["engine"],
  audit: { operation: "NTLS", when: "refusalOnly" },
  async run({ store }, { state, limit }): Promise<readonly ListedMail[]> {
    const where = state === undefined ? {} : { state };
    const rows = await store.select("noticeMails", { where, orderBy: [["nextTryAt", "desc"]], limit });
    return (await peopleOf({ store }, rows))(rows);
  },
});
