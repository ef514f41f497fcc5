import type { PageSources } from "./page.ts";

/** A file with a script of ours; pages may hold none of their own. */
export interface PageScript {
  readonly path: string;
  readonly text: string;
}

/**
 * Asks the browser for a passkey as the field says it, and sends the form with what it gives. It is asked again by the button: a browser
 * may want to see first that somebody is there.
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

/** A function for a script of a page that has the CAPTCHA judge the browser, and gives what it says (reCAPTCHA v3, `execute`). */
export const judgedByCaptcha = `async function judgedByCaptcha({ siteKey, action }) {
  await new Promise((resolve) => grecaptcha.ready(resolve));
  return grecaptcha.execute(siteKey, { action });
}`;

/** Has the CAPTCHA of the field judge the browser, and puts what it gives into the form before that is sent. */
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

/** The scripts by what kind of field they are for. */
export const pageScripts = { passkey, captcha } as const;

/** From where the scripts of these hosts load others. */
const companions: Readonly<Record<string, readonly string[]>> = {
  "https://www.google.com": ["https://www.gstatic.com"],
  "https://www.recaptcha.net": ["https://www.gstatic.com", "https://www.gstatic.cn"],
};

/** What a page may load that has a script of ours, and one from elsewhere where an address is given. */
export function sourcesOf(elsewhere: string | undefined): PageSources {
  if (elsewhere === undefined) return { scripts: ["'self'"], others: [] };
  const { origin } = new URL(elsewhere);
  return { scripts: ["'self'", origin, ...(companions[origin] ?? [])], others: [origin] };
}
