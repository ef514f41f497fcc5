import type { OwnSession } from "#domain/identity/own-session.ts";

import { CallError } from "./call-error.ts";
import { tellOtherTabs } from "./other-tabs.ts";
import { send } from "./send.ts";
import { createStore } from "./store.ts";

/** The session of this browser, as the service tells of it. */
export type Session = OwnSession<string>;

/** Whether somebody is signed in: `ended` while a page is open whose session is over. */
export type SessionState =
  | { readonly is: "unknown" | "none" }
  | { readonly is: "active" | "ended"; readonly session: Session };

/** Who is signed in, followed by every page. */
export const sessionStore = createStore<SessionState>({ is: "unknown" });

const path = "/react/session";

/**
 * Asks the service who is signed in.
 * @throws UnreachableError, CallError
 */
export async function readSession(): Promise<Session | undefined> {
  try {
    const { body } = await send({ method: "GET", path });
    const session = body as Session;
    sessionStore.set({ is: "active", session });
    return session;
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 401) throw error;
    const known = sessionStore.get();
    sessionStore.set("session" in known ? { is: "ended", session: known.session } : { is: "none" });
    return undefined;
  }
}

/** What each call bears; empty where nobody is signed in, which the service then says. */
export function csrfToken(): string {
  const state = sessionStore.get();
  return state.is === "active" ? state.session.csrfToken : "";
}

/**
 * Waits until there is a session again: somebody signs in over the page. False where the one that there is has the token that was
 * refused, so that it is of no use to call again.
 * @throws UnreachableError
 */
export async function renewSession(refused: string): Promise<boolean> {
  if (csrfToken() === refused) await readSession();
  if (sessionStore.get().is !== "active") await nextSession();
  return csrfToken() !== refused;
}

function nextSession(): Promise<void> {
  return new Promise((resolve) => {
    const leave = sessionStore.subscribe(() => {
      if (sessionStore.get().is !== "active") return;
      leave();
      resolve();
    });
  });
}

/** Signs out, here and in every other tab. The page forgets who it was also where the service does not answer. */
export async function signOut(): Promise<void> {
  try {
    await send({ method: "DELETE", path, headers: { "x-csrf-token": csrfToken() } });
  } finally {
    sessionStore.set({ is: "none" });
    tellOtherTabs("signedOut");
  }
}
