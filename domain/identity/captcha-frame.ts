import { captchaTokenMaxCharacters } from "../chain-limits.ts";

/** Path of the page that holds a CAPTCHA and nothing else, for a frame. */
export const captchaFramePath = "/identity/captcha";

/** Message by which the page around the frame asks for the token of the CAPTCHA. */
export const captchaAsked = "gatehouse.captcha.ask";

/** Values of `kind` in the frame's messages: a `token` is given, or there is none. */
export const captchaAnswers = { given: "gatehouse.captcha.token", failed: "gatehouse.captcha.failed" } as const;

/** Answer of a frame. */
export type CaptchaAnswer = { readonly token: string } | "failed";

/** Returns the answer in a message; undefined if it holds none. */
export function captchaAnswerOf(data: unknown): CaptchaAnswer | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const { kind, token } = data as { readonly kind?: unknown; readonly token?: unknown };
  if (kind === captchaAnswers.failed) return "failed";
  if (kind !== captchaAnswers.given || typeof token !== "string") return undefined;
  return token !== "" && token.length <= captchaTokenMaxCharacters ? { token } : undefined;
}
