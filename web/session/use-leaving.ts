import { useCallback } from "react";
import { useNavigate } from "react-router";

import { signOut } from "../base/session-store.ts";
import { paths } from "../paths.ts";

/** Returns a function that signs out and goes to the sign-in page. */
export function useLeaving(): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    const leave = async () => {
      await signOut().catch(() => undefined);
      await navigate(paths.signIn);
    };
    void leave();
  }, [navigate]);
}
