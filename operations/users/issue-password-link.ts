import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { passwordLinkField, passwordLinkPath } from "#domain/identity/password-link.ts";
import { passwordLinkMinutes } from "#domain/people-limits.ts";
import { policyOf } from "#domain/policy-name.ts";

import { hashOf } from "../identity/engine/client.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { publicAddressOf } from "../kernel/issuer.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { checkBlocks } from "../password-blocks/engine/check-blocks.ts";
import { policiesOfUser } from "../people/engine/policies-of-user.ts";
import { requireHelpable } from "../people/engine/require-helpable.ts";

const minuteMs = 60_000;

/** A link by which a user chooses a password, once. */
export interface PasswordLink {
  readonly link: Secret;
  readonly expiresAt: number;
}

/**
 * Issues a link by which a user chooses a password; it is given back this once and only its hash is kept. An earlier one of the
 * user ends.
 * @throws NOT_FOUND, FORBIDDEN, RECIPIENT_UNFIT, PASSWORD_RESET_BLOCKED
 */
export const issuePasswordLink = defineOperation({
  name: "users.issuePasswordLink",
  input: z.strictObject({ key: keyInput }),
  callers: ["user", "engine"],
  proof: "fresh",
  policies: policiesOfUser(policyOf.action("users/issuePasswordLink")),
  audit: { operation: "USLK", describe: ({ key }) => ({ recipient: key }) },
  async prepare(context, { key }) {
    await checkBlocks(context, [{ userKey: key, accountKey: null }]);
  },
  async run(context, { key }): Promise<PasswordLink> {
    const { store, ids, clock, settings } = context;
    await requireHelpable(context, key);
    const { disabled } = await lockedRow(context, { table: "users", key });
    if (disabled) {
      throw new ServiceError("RECIPIENT_UNFIT", {
        target: "key",
        message: "A disabled user chooses no password. Enable the user first.",
      });
    }
    const token = new Secret(ids.token());
    const expiresAt = clock.now() + passwordLinkMinutes * minuteMs;
    await store.save("users", { key, passwordLinkHash: hashOf(token), passwordLinkExpiresAt: expiresAt });
    const link = token.use(
      (text) => new Secret(`${publicAddressOf(settings)}${passwordLinkPath}?${passwordLinkField}=${text}`),
    );
    return { link, expiresAt };
  },
});
