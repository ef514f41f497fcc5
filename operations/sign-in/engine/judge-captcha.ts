import { z } from "zod";

import type { Secret } from "#connectors/contract/index.ts";
import {
  captchaAgeMs,
  captchaAnswerMaxBytes,
  captchaAnswerMs,
  captchaTokenMaxCharacters,
} from "#domain/chain-limits.ts";
import { PostError, postForm } from "#platform/post-form.ts";

import type { Captcha } from "../../chains/engine/captcha.ts";
import type { CallContext } from "../../kernel/context.ts";

/** Verdict on a CAPTCHA. */
export interface CaptchaJudgement {
  readonly isPassed: boolean;
  /** Reason, in words that hold nothing sent by a stranger. */
  readonly reason: string;
}

/** Form of a token: visible ASCII characters, the only known rule. */
const tokenForm = new RegExp(`^[\\x21-\\x7e]{1,${captchaTokenMaxCharacters}}$`);

const answerSchema = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().optional(),
  hostname: z.string().optional(),
  challenge_ts: z.iso.datetime({ offset: true }).optional(),
});

type Answer = z.output<typeof answerSchema>;

/** Verifies the browser's CAPTCHA token at the provider, and judges its answer. Not inside a transaction. */
export async function judgeCaptcha(
  { clock, log }: Pick<CallContext, "clock" | "log">,
  captcha: Captcha,
  token: Secret,
): Promise<CaptchaJudgement> {
  if (!token.use((text) => tokenForm.test(text))) return failed("what was sent is none");
  try {
    const given = await askAbout(captcha, token);
    const answer = answerSchema.safeParse(given);
    if (!answer.success) return failed("the answer about it is none");
    const fault = faultOf(answer.data, captcha, clock.now());
    return fault === undefined ? { isPassed: true, reason: `score ${answer.data.score}` } : failed(fault);
  } catch (error) {
    if (!(error instanceof PostError)) throw error;
    log.error({ err: error }, "A CAPTCHA could not be judged.");
    // A refused token does not show that the provider is away.
    const isPassed = error.isAway && captcha.passesWhenAway;
    return { isPassed, reason: `it could not be judged: ${error.message}` };
  }
}

function askAbout({ verifyAddress, secret }: Captcha, token: Secret): Promise<unknown> {
  const fields = { secret: secret.use((text) => text), response: token.use((text) => text) };
  return postForm({
    address: verifyAddress,
    fields,
    withinMs: captchaAnswerMs,
    answerMaxBytes: captchaAnswerMaxBytes,
  });
}

/** Finds the fault of a provider's answer; undefined if there is none. Missing facts are faults. */
function faultOf(answer: Answer, { action, hostname, scoreMin }: Captcha, now: number): string | undefined {
  const { success, score, challenge_ts: solvedAt } = answer;
  if (!success) return "it was not solved";
  if (answer.action !== action) return "it was solved for another action";
  if (answer.hostname !== hostname) return "it was solved on another host";
  if (score === undefined || score < scoreMin) return `its score ${score ?? "is missing"} is below ${scoreMin}`;
  const ageMs = solvedAt === undefined ? Number.NaN : Math.abs(now - Date.parse(solvedAt));
  return ageMs <= captchaAgeMs ? undefined : "it was solved at another time";
}

function failed(reason: string): CaptchaJudgement {
  return { isPassed: false, reason };
}
