import type { OwnSession } from "#domain/identity/own-session.ts";

import { CallError } from "./call-error.ts";
import { callSession } from "./call-session.ts";
import { tellOtherTabs } from "./other-tabs.ts";
import { createStore } from "./store.ts";

/** The session of this browser, as the service describes it. */
export type Session = OwnSession<string>;

/** State of the sign-in; `ended` if the session has ended while a page is open. */
export type SessionState =
  | { readonly is: "unknown" | "none" }
  | { readonly is: "active" | "ended"; readonly session: Session };

/** State of the sign-in that every page follows. */
export const sessionStore = createStore<SessionState>({ is: "unknown" });

/**
 * Reads the session of the signed-in user.
 * @throws UnreachableError, CallError
 */
export async function readSession(): Promise<Session | undefined> {
  try {
    const session = await callSession("GET /react/session", {});
    sessionStore.set({ is: "active", session });
    return session;
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 401) throw error;
    const known = sessionStore.get();
    sessionStore.set("session" in known ? { is: "ended", session: known.session } : { is: "none" });
    return undefined;
  }
}

/** Returns the CSRF token of a call; empty if nobody is signed in, which the service then reports. */
export function csrfToken(): string {
  const state = sessionStore.get();
  return state.is === "active" ? state.session.csrfToken : "";
}

/**
 * Waits until the user has signed in again over the page. Returns false if the current session still has the refused token, because a retry
 * cannot succeed then.
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

/** Signs out, here and in every other tab. The page forgets the user even if the service does not answer. */
export async function signOut(): Promise<void> {
  try {
    await callSession("DELETE /react/session", { headers: { "x-csrf-token": csrfToken() } });
  } finally {
    sessionStore.set({ is: "none" });
    tellOtherTabs("signedOut");
  }
}
