import type { Row } from "#store/tables.ts";

import { defineOperation } from "../kernel/define-operation.ts";

/** A password sender as operators see it; none of its keys. */
export type ListedSender = Pick<
  Row<"passwordSenders">,
  | "key"
  | "targetSystemKey"
  | "name"
  | "status"
  | "softwareVersion"
  | "waiting"
  | "lastSeenAt"
  | "lastReportAt"
  | "lastOutcome"
  | "invitedAt"
>;

/** Lists all password senders, for the operator of this machine. */
export const listPasswordSenders = defineOperation<Record<string, never>, readonly ListedSender[]>({
  name: "passwordSenders.list",
  kind: "read",
  callers: ["engine"],
  audit: { operation: "PSLS", when: "refusalOnly" },
  async run({ store }) {
    const senders = await store.select("passwordSenders", {
      orderBy: [
        ["invitedAt", "asc"],
        ["key", "asc"],
      ],
    });
    return senders.map(({ key, targetSystemKey, name, status, softwareVersion, waiting, ...sender }) => {
      const { lastSeenAt, lastReportAt, lastOutcome, invitedAt } = sender;
      const shown = { key, targetSystemKey, name, status, softwareVersion, waiting };
      return { ...shown, lastSeenAt, lastReportAt, lastOutcome, invitedAt };
    });
  },
});
