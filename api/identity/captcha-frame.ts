import { ServiceError } from "#domain/errors.ts";
import { escapeHtml } from "#domain/escape-html.ts";
import { captchaAnswers, captchaAsked, captchaFramePath } from "#domain/identity/captcha-frame.ts";
import { captchaOf } from "#operations/chains/engine/captcha.ts";

import type { RouteDefinition } from "../route.ts";
import { judgedByCaptcha, type PageScript, sourcesOf } from "./page-scripts.ts";
import { loadingPolicy } from "./page.ts";

/** Script that lets the CAPTCHA judge the browser when the page around the frame asks, and sends that page the result. */
export const captchaFrameScript: PageScript = {
  path: `${captchaFramePath}/frame.js`,
  text: `{
  const asked = JSON.parse(document.currentScript.dataset.captcha);
  const { origin } = location;
  ${judgedByCaptcha}
  addEventListener("message", (message) => {
    if (message.origin !== origin || message.source !== parent || parent === window) return;
    if (message.data !== "${captchaAsked}") return;
    const answer = (said) => parent.postMessage(said, origin);
    judgedByCaptcha(asked).then(
      (token) => answer({ kind: "${captchaAnswers.given}", token }),
      () => answer({ kind: "${captchaAnswers.failed}" }),
    );
  });
}
`,
};

/** The page for a frame of the pages of the web UI: these load nothing from elsewhere, and it loads the CAPTCHA's script and nothing more. */
export const captchaFrameRoute: RouteDefinition = {
  method: "GET",
  path: captchaFramePath,
  policy: null,
  handler: ({ context }) => {
    const captcha = captchaOf(context.settings);
    if (captcha === undefined) throw new ServiceError("NOT_FOUND");
    const { scriptAddress, siteKey, action } = captcha;
    const policy = `default-src 'none'; ${loadingPolicy(sourcesOf(scriptAddress))}form-action 'none'; frame-ancestors 'self'; base-uri 'none'`;
    const headers = {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "x-frame-options": "SAMEORIGIN",
    };
    const options = escapeHtml(JSON.stringify({ siteKey, action }));
    const body = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>CAPTCHA</title>
    <script src="${escapeHtml(scriptAddress)}" defer></script>
    <script src="${captchaFrameScript.path}" data-captcha="${options}" defer></script>
  </head>
  <body></body>
</html>
`;
    return Promise.resolve({ status: 200, headers, body });
  },
};
