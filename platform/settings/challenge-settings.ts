import { z } from "zod";

import { predefinedQuestionsProblem } from "#domain/passwords/predefined-questions.ts";

import type { SettingDefinition } from "./setting-definition.ts";
import { address, secret, trueOrFalse } from "./setting-schemas.ts";

/** Schema of an https address, or an http one on this machine, that cannot hide another host. */
const challengeAddress = address(
  /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?=[:/]))[^\s#@\\]+$/,
  "must be an https:// address, or an http:// address of this machine",
);

const questions = z
  .string()
  .superRefine((text, check) => {
    const message = predefinedQuestionsProblem(text);
    if (message !== undefined) check.addIssue({ code: "custom", message });
  })
  .nullable();

/** Settings of what chains ask besides passwords: questions and CAPTCHAs. */
export const challengeSettings = {
  predefinedQuestions: {
    name: "PREDEFINED_QUESTIONS",
    description:
      "Questions with | between them that people may answer in the place of questions of their own; who has no answers is asked some of them, too, and fails. Without it those that come with the service.",
    type: "questions with | between them",
    default: null,
    schema: questions,
    stored: "atOnce",
  },
  captchaVerifyAddress: {
    name: "CAPTCHA_VERIFY_ADDRESS",
    description:
      "Address that verifies answers to a CAPTCHA of version 3, such as https://www.google.com/recaptcha/api/siteverify; CAPTCHA_SECRET is sent there.",
    ...challengeAddress,
    stored: "fence",
  },
  captchaScriptAddress: {
    name: "CAPTCHA_SCRIPT_ADDRESS",
    description: "The script of the CAPTCHA, which pages that sign people in load.",
    ...challengeAddress,
    stored: "fence",
  },
  captchaSiteKey: {
    name: "CAPTCHA_SITE_KEY",
    description: "The site key of the CAPTCHA, which everybody may know.",
    ...address(/^[\w.:-]{1,400}$/, "must be letters, digits, '_', '.', ':' and '-'", "key"),
    stored: "atOnce",
  },
  captchaSecret: {
    name: "CAPTCHA_SECRET",
    description:
      "The secret of the CAPTCHA. Where it is stored it is sealed; `gatehouse settings set` takes it from a file.",
    ...secret,
    stored: "atOnce",
  },
  captchaScoreMin: {
    name: "CAPTCHA_SCORE_MIN",
    description: "The score from which on somebody counts as a person, between 0 (a program) and 1.",
    type: "number",
    default: "0.5",
    schema: z
      .string()
      .regex(/^(0(\.\d{1,4})?|1(\.0{1,4})?)$/, "must lie between 0 and 1, such as 0.5")
      .transform(Number),
    stored: "atOnce",
  },
  captchaAction: {
    name: "CAPTCHA_ACTION",
    description: "The action for which a CAPTCHA must have been solved.",
    type: "name",
    default: "sign_in",
    schema: z.string().regex(/^[\w/]{1,100}$/, "must be letters, digits, '_' and '/'"),
    stored: "atOnce",
  },
  captchaHostname: {
    name: "CAPTCHA_HOSTNAME",
    description: "The host on whose pages a CAPTCHA must have been solved; without it that of PUBLIC_ADDRESS.",
    ...address(/^[a-z0-9.-]{1,253}$/, "must be the name of a host in lower case", "host"),
    stored: "atOnce",
  },
  captchaPassesWhenAway: {
    name: "CAPTCHA_PASSES_WHEN_AWAY",
    description:
      "CAPTCHA steps pass while CAPTCHA_VERIFY_ADDRESS does not answer; false: they fail, and users who must pass one cannot sign in.",
    ...trueOrFalse(false),
    stored: "atOnce",
  },
} as const satisfies Record<string, SettingDefinition>;
