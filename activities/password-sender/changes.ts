import type { Secret } from "#connectors/contract/index.ts";
import type { SenderAccountName, UnknownPasswordReason, WhileAway } from "#domain/password-sync/sender-call.ts";
import type { PublicKey } from "#domain/proxies/public-key.ts";
import type { Logger } from "#platform/logs/log.ts";

import type { SenderClient } from "./client.ts";
import { sealPassword } from "./seal-password.ts";
import { senderLimits } from "./sender-limits.ts";
import type { KeptChange, Spool } from "./spool.ts";
import type { SteadyClock } from "./steady-moment.ts";

/** Password that someone sets on the target; a reason if it is not known. */
export type GivenPassword = Secret | UnknownPasswordReason;

/** Answer to a target that asks before it changes a password: it goes on, or refuses with words for the person. */
export type Verdict = { readonly allowed: true } | { readonly allowed: false; readonly messages: readonly string[] };

/** Settings of the service for a sender, as far as changes need them. */
export interface KnownSettings {
  readonly whileAway: WhileAway;
  readonly receivingKey: PublicKey;
}

/** Services of the changes of a sender. */
export interface ChangesOptions {
  readonly senderKey: string;
  readonly client: Pick<SenderClient, "judge">;
  readonly spool: Pick<Spool, "keep">;
  /** Returns the settings that came last. */
  readonly settings: () => KnownSettings;
  readonly clock: SteadyClock;
  readonly log: Logger;
  /** Milliseconds in which the service judges. */
  readonly judgeMs?: number;
}

/** Changes of passwords on the target of a sender. */
export interface Changes {
  /** Asks the service about a password; without its answer, the choice of the target system holds. Never rejects. */
  judge(name: SenderAccountName, password: Secret): Promise<Verdict>;
  /**
   * Keeps a change on the disk before the target makes it. A change that cannot be kept is refused, or made without being reported, by
   * the choice of the target system. Never rejects.
   */
  keep(name: SenderAccountName, password: GivenPassword): Promise<Verdict & { readonly kept?: KeptChange }>;
}

const allowed = { allowed: true } as const;
const awayWords = "Passwords cannot be changed at the moment. Try again later.";

/** Makes the changes of a sender. */
export function createChanges(options: ChangesOptions): Changes {
  const { senderKey, client, spool, settings, clock, log, judgeMs = senderLimits.judgeMs } = options;

  function byChoice(why: string, error: unknown): Verdict {
    const { whileAway } = settings();
    log.warn({ err: error, whileAway }, why);
    return whileAway === "refuse" ? { allowed: false, messages: [awayWords] } : allowed;
  }

  return {
    async judge(name, password) {
      // The target decides about a password that no report can hold.
      if (!isReportable(password)) return allowed;
      try {
        const { receivingKey } = settings();
        const jwe = await password.use((text) =>
          sealPassword({ sender: senderKey, name, password: text }, receivingKey),
        );
        const judgement = await client.judge({ name, jwe }, AbortSignal.timeout(judgeMs));
        if (judgement.verdict === "allow") return allowed;
        return { allowed: false, messages: judgement.messages.map(({ message }) => message) };
      } catch (error) {
        return byChoice("The service has not judged a password.", error);
      }
    },
    async keep(name, password) {
      const at = clock();
      try {
        const kept = await spool.keep(async (series, number) => {
          if (typeof password === "string") return { name, jwe: null, reason: password, at };
          if (!isReportable(password)) return { name, jwe: null, reason: "unreadable", at };
          const content = { sender: senderKey, name, series, number };
          const jwe = await password.use((text) =>
            sealPassword({ ...content, password: text }, settings().receivingKey),
          );
          return { name, jwe, at };
        });
        return { allowed: true, kept };
      } catch (error) {
        return byChoice("A change of a password could not be kept; if it is made, it is not reported.", error);
      }
    },
  };
}

/** Returns true if a password can be reported: its length is in bounds, and it is text without U+0000. */
function isReportable(password: Secret): boolean {
  return password.use(
    (text) =>
      text !== "" &&
      Buffer.byteLength(text) <= senderLimits.passwordMaxBytes &&
      text.isWellFormed() &&
      !text.includes("\u0000"),
  );
}
