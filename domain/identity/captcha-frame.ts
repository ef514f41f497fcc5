import { captchaTokenMaxCharacters } from "../chain-limits.ts";

/** Where the page is that holds a CAPTCHA and nothing else, for a frame. */
export const captchaFramePath = "/identity/captcha";

/** What the page around the frame says, to have what the CAPTCHA gives. */
export const captchaAsked = "gatehouse.captcha.ask";

/** What the frame answers, as `kind`: with a `token`, or that there is none. */
export const captchaAnswers = { given: "gatehouse.captcha.token", failed: "gatehouse.captcha.failed" } as const;

/** What a frame has answered. */
export type CaptchaAnswer = { readonly token: string } | "failed";

/** The answer that a message holds; undefined where it is none. */
export function captchaAnswerOf(data: unknown): CaptchaAnswer | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const { kind, token } = data as { readonly kind?: unknown; readonly token?: unknown };
  if (kind === captchaAnswers.failed) return "failed";
  if (kind !== captchaAnswers.given || typeof token !== "string") return undefined;
  return token !== "" && token.length <= captchaTokenMaxCharacters ? { token } : undefined;
}
