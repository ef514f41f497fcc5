import { CallError, CaptchaError, UnreachableError } from "../base/call-error.ts";
import { spoken } from "./language.ts";
import type { Say } from "./text.ts";

/** What somebody is told of an error: what it means in their language, and what the service has said itself. */
export interface ErrorWords {
  readonly words: string;
  /** The API's own words where they are in another language. */
  readonly original?: string;
  readonly code?: string;
  readonly requestId?: string;
}

/** What a code means that comes without words, such as those of connectors; the code itself where nobody knows it. */
export function codeWords(code: string): string {
  return spoken.get().errors[code] ?? code;
}

/** The words for an error. The API's own are the more exact ones, so in English they stand alone. */
export function errorWords(error: unknown, say: Say): ErrorWords {
  if (error instanceof UnreachableError) return { words: say("error.unreachable") };
  if (error instanceof CaptchaError) return { words: say("signIn.captchaFailed") };
  if (!(error instanceof CallError)) return { words: say("error.unexpected"), original: String(error) };
  const { code, message, requestId } = error;
  const known = spoken.get();
  const words = code === "SIGN_IN_FAILED" ? say("signIn.failed") : known.errors[code];
  return {
    words: words ?? message,
    ...(words !== undefined && known.language !== "en" && { original: message }),
    code,
    ...(requestId !== undefined && { requestId }),
  };
}
