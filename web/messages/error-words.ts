import { CallError, CaptchaError, UnreachableError } from "../base/call-error.ts";
import { spoken } from "./language.ts";
import type { Say } from "./text.ts";

/** Text about an error: its meaning in the language of the pages, and the service's own text. */
export interface ErrorWords {
  readonly words: string;
  /** Text of the API, if it is in another language. */
  readonly original?: string;
  readonly code?: string;
  readonly requestId?: string;
}

/** Returns the meaning of a code that comes without a text, such as those of connectors; unknown codes stay as they are. */
export function codeWords(code: string): string {
  return spoken.get().errors[code] ?? code;
}

/** Returns the text about an error. The API's own texts are more exact, so in English they stand alone. */
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
