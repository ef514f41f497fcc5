import type { PolicyName } from "../api/model.ts";
import { useSession } from "./use-session.ts";

/** Says of a policy whether it lets who is signed in do anything at all; one of which the service says nothing does not. */
export function useMay(): (policy: PolicyName) => boolean {
  const { may } = useSession();
  return (policy) => reaches(may[policy]);
}

/** Tells that what the service says of a policy lets its caller do anything. */
export function reaches(reach: string | undefined): boolean {
  return reach === "all" || reach === "some";
}
