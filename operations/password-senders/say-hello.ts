import { z } from "zod";

import { senderVersionMaxCharacters } from "#domain/password-sender-limits.ts";
import type { SenderSettings } from "#domain/password-sync/sender-call.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { filledText } from "../kernel/text-input.ts";
import { lockedSender, settingsOf } from "./engine/calling-sender.ts";

const waitingMax = 1_000_000_000;

/**
 * Records that a password sender runs, and returns its settings.
 * @throws PROXY_SIGNATURE_INVALID
 */
export const helloFromSender = defineOperation({
  name: "passwordSenders.hello",
  input: z.strictObject({
    version: filledText(senderVersionMaxCharacters),
    waiting: z.int().min(0).max(waitingMax),
  }),
  callers: ["passwordSender"],
  audit: { operation: "PSHI", when: "refusalOnly" },
  async run(context, { version, waiting }): Promise<SenderSettings> {
    const sender = await lockedSender(context);
    const { key } = sender;
    const lastSeenAt = context.clock.now();
    await context.store.save("passwordSenders", { key, softwareVersion: version, waiting, lastSeenAt });
    return settingsOf(context, sender);
  },
});
