import { redirect } from "react-router";

import { readSession, sessionStore } from "../base/session-store.ts";
import { paths } from "../paths.ts";

/** Lets those who are signed in go on, and leads all others to sign in, and back then. */
export async function requireSession({ request }: { readonly request: Request }): Promise<Response | null> {
  const state = sessionStore.get();
  if ("session" in state || (await readSession()) !== undefined) return null;
  const { pathname, search } = new URL(request.url);
  return redirect(
    pathname === paths.home ? paths.signIn : `${paths.signIn}?to=${encodeURIComponent(pathname + search)}`,
  );
}
