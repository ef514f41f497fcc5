import type { PageSources } from "./page.ts";

/** A script of ours in a file; pages may hold no scripts of their own. */
export interface PageScript {
  readonly path: string;
  readonly text: string;
}

/**
 * Script that asks the browser for a passkey as the field describes it, and sends the form with the result. The button
 * asks again: a browser may want a user's gesture first.
 */
const passkey: PageScript = {
  path: "/identity/connect/passkey.js",
  text: `const field = document.querySelector("input[data-passkey]");
async function ask() {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(field.dataset.passkey));
  const credential = await navigator.credentials.get({ publicKey });
  field.value = JSON.stringify(credential);
  field.form.submit();
}
field.form.addEventListener("submit", (event) => {
  event.preventDefault();
  ask().catch(() => undefined);
});
ask().catch(() => undefined);
`,
};

/** Function for the script of a page: it lets the CAPTCHA judge the browser, and returns the judgment (reCAPTCHA v3, `execute`). */
export const judgedByCaptcha = `async function judgedByCaptcha({ siteKey, action }) {
  await new Promise((resolve) => grecaptcha.ready(resolve));
  return grecaptcha.execute(siteKey, { action });
}`;

/** Script that lets the CAPTCHA of the field judge the browser, and puts the result into the form before that is sent. */
const captcha: PageScript = {
  path: "/identity/connect/captcha.js",
  text: `const field = document.querySelector("input[data-captcha]");
const isAlone = field.form.querySelectorAll("input:not([type=hidden]), select").length === 0;
let isJudged = false;
${judgedByCaptcha}
async function judge() {
  field.value = await judgedByCaptcha(JSON.parse(field.dataset.captcha));
  isJudged = true;
  field.form.submit();
}
field.form.addEventListener("submit", (event) => {
  if (isJudged) return;
  event.preventDefault();
  judge();
});
if (isAlone) judge();
`,
};

/** Scripts by the kind of their field. */
export const pageScripts = { passkey, captcha } as const;

/** Origins from which the scripts of these hosts load others. */
const companions: Readonly<Record<string, readonly string[]>> = {
  "https://www.google.com": ["https://www.gstatic.com"],
  "https://www.recaptcha.net": ["https://www.gstatic.com", "https://www.gstatic.cn"],
};

/** Returns the sources of a page that has a script of ours, and one from elsewhere if an address is given. */
export function sourcesOf(elsewhere: string | undefined): PageSources {
  if (elsewhere === undefined) return { scripts: ["'self'"], others: [] };
  const { origin } = new URL(elsewhere);
  return { scripts: ["'self'", origin, ...(companions[origin] ?? [])], others: [origin] };
}
