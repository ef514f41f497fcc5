import { type Session, sessionStore } from "../base/session-store.ts";
import { useStore } from "../base/store.ts";

/**
 * Returns the session of a page for signed-in users.
 * @throws Error on any other page
 */
export function useSession(): Session {
  const state = useStore(sessionStore);
  if (!("session" in state)) throw new Error("a page of who is signed in is shown to nobody");
  return state.session;
}
