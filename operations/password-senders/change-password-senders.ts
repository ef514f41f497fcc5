import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { sendersMax } from "#domain/password-sender-limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import { allOf, eq, ne } from "#domain/query/condition.ts";
import { passwordSenders } from "#domain/resources/password-senders.ts";
import type { Row } from "#store/tables.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { inputOf } from "../kernel/resource-input.ts";
import { policiesOfChange, removalOf } from "../kernel/row-changes.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { newInvitation, withoutKeys } from "../proxies/engine/keyed-callers.ts";

/** Invitation of a password sender. The token is shown only once; only its hash is stored. */
export interface SenderInvitation {
  readonly key: string;
  readonly token: Secret;
  readonly expiresAt: number;
}

/**
 * Makes the one-time token with which a password sender of a target system enrolls. What it reports is set on other accounts, so it is
 * invited by those who answer for the target system.
 * @throws FORBIDDEN, TARGET_UNKNOWN, PASSWORD_SENDERS_MAX
 */
export const invitePasswordSender = defineOperation({
  name: "passwordSenders.invite",
  input: z.strictObject(inputOf(passwordSenders, "create")),
  callers: ["user", "engine"],
  proof: "fresh",
  policies: [{ name: policyOf.create("passwordSenders") }],
  audit: {
    operation: "PSIN",
    describe: ({ targetSystemKey, name }, invitation?: SenderInvitation) => ({
      ident: invitation?.key ?? null,
      targetSystem: targetSystemKey,
      message: name,
    }),
  },
  async run(context, { targetSystemKey, name }): Promise<SenderInvitation> {
    const { store, clock, ids, caller } = context;
    if ((await store.lock("targetSystems", targetSystemKey)) === undefined)
      throw new ServiceError("TARGET_UNKNOWN", { target: "targetSystemKey" });
    const others = allOf(eq("targetSystemKey", targetSystemKey), ne("status", "revoked"));
    if ((await store.count("passwordSenders", others)) >= sendersMax) throw new ServiceError("PASSWORD_SENDERS_MAX");
    const { token, expiresAt, columns } = newInvitation(context);
    const key = ids.guid();
    await store.add("passwordSenders", {
      key,
      targetSystemKey,
      name,
      invitedAt: clock.now(),
      invitedByKey: caller.kind === "user" ? caller.key : null,
      ...columns,
    });
    return { key, token: new Secret(token), expiresAt };
  },
});

/**
 * Revokes a password sender forever: its calls are refused from now on, and what it has sealed for the service can no longer be opened.
 * @throws NOT_FOUND, FORBIDDEN
 */
export const revokePasswordSender = defineOperation({
  name: "passwordSenders.revoke",
  input: z.strictObject({ key: keyInput }),
  callers: ["user", "engine"],
  policies: policiesOfChange("action", "passwordSenders/revoke"),
  audit: {
    operation: "PSRV",
    describe: ({ key }, sender?: Row<"passwordSenders">) => ({
      ident: key,
      ...(sender && { targetSystem: sender.targetSystemKey, message: sender.name }),
    }),
  },
  offered: ({ policy }) => allOf(policy, ne("status", "revoked")),
  async run(context, { key }): Promise<Row<"passwordSenders">> {
    const sender = await lockedRow(context, { table: "passwordSenders", key });
    if (sender.status === "revoked") return sender;
    const forgotten = { receivingKey: null, receivingSecret: null, revokedAt: context.clock.now() };
    return context.store.save("passwordSenders", { key, ...withoutKeys, ...forgotten });
  },
});

/**
 * Deletes a password sender that is not enrolled. What is known of its reports stays: an older change of one of these accounts must not be
 * taken for the newer one.
 * @throws NOT_FOUND, FORBIDDEN, PASSWORD_SENDER_ENROLLED
 */
export const deletePasswordSender = defineOperation({
  name: "passwordSenders.delete",
  callers: ["user", "engine"],
  audit: { operation: "PSRM", describe: ({ key }) => ({ ident: key }) },
  offered: ({ policy }) => allOf(policy, ne("status", "enrolled")),
  ...removalOf("passwordSenders", async (_context, { status }) => {
    if (status === "enrolled") throw new ServiceError("PASSWORD_SENDER_ENROLLED", { target: "key" });
  }),
});
