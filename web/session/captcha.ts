import { captchaAnswerOf, captchaAsked, captchaFramePath } from "#domain/identity/captcha-frame.ts";

import { CaptchaError } from "../base/call-error.ts";

/** Milliseconds until a CAPTCHA counts as failed. */
const waitMs = 15_000;

/**
 * Runs the CAPTCHA in a temporary frame and returns its token.
 * @throws CaptchaError if it cannot be loaded, returns no token, or takes too long
 */
export async function askCaptcha(): Promise<string> {
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.src = captchaFramePath;
  const listening = new AbortController();
  const { signal } = listening;
  try {
    return await new Promise<string>((resolve, reject) => {
      const fail = () => reject(new CaptchaError());
      const timer = setTimeout(fail, waitMs);
      signal.addEventListener("abort", () => clearTimeout(timer));
      frame.addEventListener("load", () => ask(frame, fail), { signal });
      window.addEventListener(
        "message",
        ({ origin, source, data }: MessageEvent<unknown>) => {
          if (origin !== window.location.origin || source !== frame.contentWindow) return;
          const answer = captchaAnswerOf(data);
          if (answer === "failed") fail();
          else if (answer !== undefined) resolve(answer.token);
        },
        { signal },
      );
      document.body.append(frame);
    });
  } finally {
    listening.abort();
    frame.remove();
  }
}

function ask({ contentDocument, contentWindow }: HTMLIFrameElement, fail: () => void): void {
  // If the page is missing, the browser shows a document of its own.
  if (contentDocument === null || contentWindow === null) fail();
  else contentWindow.postMessage(captchaAsked, window.location.origin);
}
