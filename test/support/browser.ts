/** Signs a user in on the page behind an authorization address, as a browser without scripts does; gives where it is sent. */
export async function signInByPage(
  authorizationUrl: URL,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<URL> {
  const page = await fetch(authorizationUrl, { redirect: "manual" });
  const location = page.headers.get("location");
  if (location !== null) return new URL(location);
  const html = await page.text();
  const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1];
  if (action === undefined) throw new Error(`no form in:\n${html}`);
  const hidden = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]+)"/g)];
  const body = new URLSearchParams(hidden.map(([, name = "", value = ""]): [string, string] => [name, value]));
  body.set("username", username);
  body.set("password", password);
  const cookie = page.headers.getSetCookie().map((header) => header.split(";", 1)[0] ?? "");
  const headers = { cookie: cookie.join("; ") };
  const answer = await fetch(new URL(action, authorizationUrl), { method: "POST", body, headers, redirect: "manual" });
  const target = answer.headers.get("location");
  if (target === null) throw new Error(`the sign-in was answered ${answer.status}:\n${await answer.text()}`);
  return new URL(target);
}
