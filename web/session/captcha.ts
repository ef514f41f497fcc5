import { captchaAnswerOf, captchaAsked, captchaFramePath } from "#domain/identity/captcha-frame.ts";

import { CaptchaError } from "../base/call-error.ts";

/** How long somebody waits for a CAPTCHA. */
const waitMs = 15_000;

/**
 * Has the CAPTCHA judge the browser, in a frame that is gone afterwards, and gives its token.
 * @throws CaptchaError where it cannot be loaded, gives nothing, or takes too long
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
  // What the browser shows where the page is not there is no document of ours.
  if (contentDocument === null || contentWindow === null) fail();
  else contentWindow.postMessage(captchaAsked, window.location.origin);
}
