import type { AskedField } from "#domain/chains/asked-fields.ts";
import { stepTexts } from "#domain/chains/step-texts.ts";

import { type Captcha, captchaOf } from "../../../chains/engine/captcha.ts";
import type { CallContext } from "../../../kernel/context.ts";
import { type OutcomeTurn, signInComponent } from "../component.ts";
import { enteredSecret } from "../entered.ts";
import { type CaptchaJudgement, judgeCaptcha } from "../judge-captcha.ts";

const fieldName = "captcha";

/** Step that asks a CAPTCHA provider whether a program signs in. Without its configuration the step fails. */
export const captcha = signInComponent<CaptchaJudgement>({
  async begin(context) {
    const known = captchaOf(context.settings);
    if (known === undefined) return turnOf(notSetUp(context));
    return { asked: { title: stepTexts.signIn, fields: [fieldOf(known)] }, state: null };
  },
  async judge(context, _step, entered) {
    const known = captchaOf(context.settings);
    const token = enteredSecret(entered, fieldName);
    return known === undefined ? notSetUp(context) : judgeCaptcha(context, known, token);
  },
  decide: async (_context, _step, judged) => turnOf(judged),
});

function fieldOf({ siteKey, action, scriptAddress }: Captcha): AskedField {
  const options = { siteKey, action, scriptAddress };
  return { name: fieldName, kind: "captcha", label: stepTexts.captcha, options };
}

function notSetUp({ log }: CallContext): CaptchaJudgement {
  log.error("A chain asks for a CAPTCHA, and none is set up: the settings that begin with CAPTCHA_ say how.");
  return { isPassed: false, reason: "no CAPTCHA is set up" };
}

function turnOf({ isPassed, reason }: CaptchaJudgement): OutcomeTurn {
  return { outcome: isPassed ? "passed" : "failed", reason };
}
