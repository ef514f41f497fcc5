import type { PolicyName } from "../api/model.ts";
import { useSession } from "./use-session.ts";

/**
 * Returns a function that reports whether a policy allows the signed-in user anything. A policy that the service does not list allows
 * nothing.
 */
export function useMay(): (policy: PolicyName) => boolean {
  const { may } = useSession();
  return (policy) => reaches(may[policy]);
}

/** Reports whether the reach of a policy allows its caller anything. */
export function reaches(reach: string | undefined): boolean {
  return reach === "all" || reach === "some";
}
