import { z } from "zod";

import { hourMax } from "#domain/notice-limits.ts";
import { noticeDeliveries } from "#domain/notices/mail-states.ts";
import { policyOf } from "#domain/policy-name.ts";
import type { Row } from "#store/tables.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { definedFields } from "../kernel/defined-fields.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { language } from "../kernel/text-input.ts";
import { policiesOfUser } from "../people/engine/policies-of-user.ts";

const input = z.strictObject({
  key: keyInput,
  delivery: z.enum(noticeDeliveries, { error: `must be one of ${noticeDeliveries.join(", ")}` }).nullish(),
  digestHour: z
    .int("must be a whole number")
    .min(0, "must not be negative")
    .max(hourMax, `must be at most ${hourMax}`)
    .nullish(),
  language: language.nullish(),
});

/** Mail preferences of a user; null for those of the settings. */
export type ChosenNotices = Pick<Row<"users">, "key" | "noticeDelivery" | "digestHour" | "language">;

/**
 * Sets the mail preferences of a user. A missing field stays unchanged; null means the value of the settings.
 * @throws NOT_FOUND, FORBIDDEN
 */
export const chooseNotices = defineOperation({
  name: "users.chooseNotices",
  input,
  callers: ["user"],
  policies: policiesOfUser(policyOf.action("users/chooseNotices")),
  audit: { operation: "NTCH", describe: ({ key }) => ({ recipient: key }) },
  async run(context, { key, delivery: noticeDelivery, ...fields }): Promise<ChosenNotices> {
    await lockedRow(context, { table: "users", key });
    const saved = await context.store.save("users", { key, ...definedFields({ noticeDelivery, ...fields }) });
    return { key, noticeDelivery: saved.noticeDelivery, digestHour: saved.digestHour, language: saved.language };
  },
});
