import { redirect } from "react-router";

import { readSession, sessionStore } from "../base/session-store.ts";
import { paths } from "../paths.ts";

/** Admits signed-in users, and redirects all others to the sign-in page, which returns them later. */
export async function requireSession({ request }: { readonly request: Request }): Promise<Response | null> {
  const state = sessionStore.get();
  if ("session" in state || (await readSession()) !== undefined) return null;
  const { pathname, search } = new URL(request.url);
  return redirect(
    pathname === paths.home ? paths.signIn : `${paths.signIn}?to=${encodeURIComponent(pathname + search)}`,
  );
}
