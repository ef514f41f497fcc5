import { useCallback } from "react";
import { useNavigate } from "react-router";

import { signOut } from "../base/session-store.ts";
import { paths } from "../paths.ts";

/** The way out: signs out, and leads to where one signs in. */
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
