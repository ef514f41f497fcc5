import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import type { Row } from "#store/tables.ts";

import { checkOwnPassword } from "../accounts/engine/check-password.ts";
import { hashOf } from "../identity/engine/client.ts";
import { untilConstantTime } from "../identity/engine/constant-time.ts";
import { setOwnPassword } from "../identity/engine/own-password.ts";
import type { CallContext, Caller, ServiceContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { passwordInput } from "../kernel/inputs/password-input.ts";
import { invoke } from "../kernel/invoke.ts";
import { checkBlocks } from "../password-blocks/engine/check-blocks.ts";
import { clearFailures, refusalOf } from "../proofs/user-state.ts";
import { auditOwnReset } from "../requests/engine/self-reset.ts";

const input = z.strictObject({
  link: z.instanceof(Secret, { error: "must not be empty" }),
  password: passwordInput,
});

type LinkInput = z.output<typeof input>;

const choosePassword = defineOperation({
  name: "identity.setPasswordByLink",
  input,
  callers: ["anonymous"],
  audit: {
    operation: "USPW",
    describe: (_input, output?: { readonly userKey: string }) =>
      output === undefined ? {} : { actor: output.userKey, recipient: output.userKey },
  },
  async prepare(context, { link, password }) {
    const linkHash = hashOf(link);
    const [user] = await context.store.select("users", { where: { passwordLinkHash: linkHash }, limit: 1 });
    if (user === undefined || !isOpen(context, user, linkHash)) {
      // A bad link costs as much as a good one, and counts for the calling network.
      await context.passwords.verify(null, password, context.caller.ip);
      throw new ServiceError("PASSWORD_LINK_INVALID");
    }
    await checkBlocks(context, [{ userKey: user.key, accountKey: null }]);
    const warnings = await checkOwnPassword(context, user, password);
    return { userKey: user.key, linkHash, warnings, passwordHash: await context.passwords.hash(password) };
  },
  async run(context, { password }, { userKey, linkHash, warnings, passwordHash }) {
    const user = await context.store.lock("users", userKey);
    // While the password was hashed, another call may have used the link, or a newer link may have ended it.
    if (user === undefined || !isOpen(context, user, linkHash)) throw new ServiceError("PASSWORD_LINK_INVALID");
    await clearFailures(context, user);
    await setOwnPassword(context, user, { password, passwordHash });
    await auditOwnReset(context, userKey, warnings);
    return { userKey };
  },
});

/** Reports whether a link is valid: it is its user's newest, not over, and no administrator bars the user. */
function isOpen({ clock }: CallContext, user: Row<"users">, linkHash: string): boolean {
  const { passwordLinkHash, passwordLinkExpiresAt } = user;
  if (passwordLinkHash !== linkHash || passwordLinkExpiresAt === null) return false;
  const now = clock.now();
  return now < passwordLinkExpiresAt && refusalOf(user, now) === undefined;
}

/**
 * Sets the password of the user of a one-time link; a password that the policy refuses leaves the link valid. All tokens and sessions of
 * the user end. Every fault of a link gives the same refusal, in text and in time.
 * @throws PASSWORD_LINK_INVALID, PASSWORD_RESET_BLOCKED, PASSWORD_STRENGTH, SIGN_IN_BUSY
 */
export async function setPasswordByLink(service: ServiceContext, caller: Caller, given: LinkInput): Promise<void> {
  const startedMs = performance.now();
  try {
    await invoke(choosePassword, service, caller, given);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "PASSWORD_LINK_INVALID")
      await untilConstantTime(startedMs, service.settings);
    throw error;
  }
}
