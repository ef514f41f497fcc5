/** Fields that a person fills in on the sign-in pages, by their names. */
type Entered = Readonly<Record<string, string>>;

/** Most pages of a sign-in. */
const pagesMax = 6;

/**
 * Signs a user in on the pages of an authorization address, as a browser without scripts does, and gives the application the consent that
 * it requests. Returns the address to which the browser is redirected.
 */
export async function signInByPage(
  authorizationUrl: URL,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<URL> {
  const entered: Entered = { userName: username, password, consent: "allow" };
  let answer = await fetch(authorizationUrl, { redirect: "manual" });
  const cookie = answer.headers.getSetCookie().map((header) => header.split(";", 1)[0] ?? "");
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const location = answer.headers.get("location");
    if (location !== null) return new URL(location);
    const { action, fields } = formIn(await answer.text());
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) body.set(name, value ?? entered[name] ?? "");
    const headers = { cookie: cookie.join("; ") };
    answer = await fetch(new URL(action, authorizationUrl), { method: "POST", body, headers, redirect: "manual" });
  }
  throw new Error(`the sign-in was answered ${answer.status}:\n${await answer.text()}`);
}

/** Returns the action of the form of a page, and its fields; only hidden fields have a value. */
function formIn(html: string): {
  readonly action: string;
  readonly fields: Readonly<Record<string, string | undefined>>;
} {
  const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1];
  if (action === undefined) throw new Error(`no form in:\n${html}`);
  const fields = new Map<string, string | undefined>();
  for (const [tag] of html.matchAll(/<(?:input|button) [^>]*>/g)) {
    const name = / name="([^"]+)"/.exec(tag)?.[1];
    if (name !== undefined)
      fields.set(name, tag.includes('type="hidden"') ? / value="([^"]*)"/.exec(tag)?.[1] : undefined);
  }
  return { action, fields: Object.fromEntries(fields) };
}
